// gather.go - a gather of one's own over gatherum's test vectors, with nothing but Go.
//
// build/gatherum vectors -o build/vectors 'gather/onnx-*'
// go run examples/vectors/gather_vectors.go build/vectors >build/results.jsonl
// build/gatherum judge-results build/results.jsonl
//
// SPDX-License-Identifier: Apache-2.0
package main

import (
	"encoding/hex"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
)

type tensor struct {
	Dtype string `json:"dtype"`
	Shape []int  `json:"shape"`
	Hex   any    `json:"hex"` // a text; of strings a list of texts
}

func product(shape []int) int {
	n := 1
	for _, extent := range shape {
		n *= extent
	}
	return n
}

// What is judged: it copies, so it need not know what the elements mean.
func gather(data, indices tensor, axis int) (string, tensor) {
	rank, total, count := len(data.Shape), product(data.Shape), product(indices.Shape)
	if indices.Dtype != "int32" && indices.Dtype != "int64" {
		return "type", tensor{}
	} else if axis < -rank || axis >= rank {
		return "invalid", tensor{}
	}
	axis = (axis + rank) % rank
	extent, inner := data.Shape[axis], product(data.Shape[axis+1:])
	bytes, _ := hex.DecodeString(indices.Hex.(string))
	places := make([]int, count)
	for k := range places { // two's complement, the least significant byte first
		of := bytes[k*len(bytes)/count : (k+1)*len(bytes)/count]
		places[k] = int(int8(of[len(of)-1]))
		for b := len(of) - 2; b >= 0; b-- {
			places[k] = places[k]<<8 | int(of[b])
		}
		if places[k] < -extent || places[k] >= extent {
			return "range", tensor{}
		}
		places[k] = (places[k] + extent) % extent
	}
	text, words := "", []any{}
	for outer := 0; outer < product(data.Shape[:axis]); outer++ {
		for _, place := range places {
			from := (outer*extent + place) * inner
			if all, is := data.Hex.(string); is && inner > 0 {
				text += all[from*len(all)/total : (from+inner)*len(all)/total]
			} else if all, is := data.Hex.([]any); is {
				words = append(words, all[from:from+inner]...)
			}
		}
	}
	shape := append(append(data.Shape[:axis:axis], indices.Shape...), data.Shape[axis+1:]...)
	out := tensor{data.Dtype, shape, text}
	if data.Dtype == "string" {
		out.Hex = words
	}
	return "ok", out
}

func main() {
	paths, _ := filepath.Glob(filepath.Join(os.Args[1], "gather", "onnx-*", "*.json"))
	out := json.NewEncoder(os.Stdout)
	for k, path := range paths {
		var topic struct {
			Seed    int64
			Vectors []struct {
				ID, Content string
				Inputs      map[string]tensor
				Attributes  map[string]any
			}
		}
		bytes, _ := os.ReadFile(path)
		if err := json.Unmarshal(bytes, &topic); err != nil {
			log.Fatal(path, ": ", err)
		}
		if k == 0 {
			out.Encode(map[string]any{"results-format": 1, "name": "gather_go", "version": "1", "seed": topic.Seed})
		}
		for _, v := range topic.Vectors {
			axis, _ := v.Attributes["axis"].(float64)
			status, output := gather(v.Inputs["data"], v.Inputs["indices"], int(axis))
			out.Encode(map[string]any{"id": v.ID, "content": v.Content,
				"status": status, "output": output})
		}
	}
}
