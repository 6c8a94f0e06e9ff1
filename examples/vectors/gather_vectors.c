/* gather.c - a gather of one's own over gatherum's test vectors, with a library for JSON.
 *
 * build/gatherum vectors -o build/vectors 'gather/onnx-*'
 * cc -std=gnu11 -o build/gather_vectors examples/vectors/gather_vectors.c -ljansson
 * find build/vectors/gather -name '*.json' -exec build/gather_vectors {} + >build/results.jsonl
 * build/gatherum judge-results build/results.jsonl
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long product(const json_t *shape, long from, long to)
{
    long n = 1;
    for (; from < to; from++)
        n *= (long)json_integer_value(json_array_get(shape, (size_t)from));
    return n;
}

/* An index: two's complement, the least significant byte first. */
static long index_of(const char *hex, long digits)
{
    unsigned long long bits = 0;
    char byte[3] = "";
    for (long k = digits - 2; k >= 0; k -= 2) {
        memcpy(byte, hex + k, 2);
        bits = bits << 8 | strtoul(byte, NULL, 16);
    }
    return digits == 8 ? (long)(int)bits : (long)bits;
}

/* The function under test: it copies, so it need not know what the elements mean.  The status. */
static const char *gather(const json_t *data, const json_t *indices, long axis, json_t *output)
{
    const json_t *shape = json_object_get(data, "shape"), *all = json_object_get(data, "hex"),
                 *chosen = json_object_get(indices, "shape");
    const char *dtype = json_string_value(json_object_get(indices, "dtype"));
    const char *places = json_string_value(json_object_get(indices, "hex"));
    long rank = (long)json_array_size(shape), n = (long)json_array_size(chosen);
    if (strcmp(dtype, "int32") != 0 && strcmp(dtype, "int64") != 0)
        return "type";
    if (axis < -rank || axis >= rank)
        return "invalid";
    long a = axis < 0 ? axis + rank : axis, extent = product(shape, a, a + 1);
    long inner = product(shape, a + 1, rank), outers = product(shape, 0, a);
    long count = product(chosen, 0, n), wide = strcmp(dtype, "int32") == 0 ? 8 : 16;
    long total = product(shape, 0, rank);
    size_t size = total > 0 ? json_string_length(all) / (size_t)total : 0; /* of an element */
    for (long k = 0; k < count; k++)
        if (index_of(places + k * wide, wide) < -extent ||
            index_of(places + k * wide, wide) >= extent)
            return "range";
    json_t *made = json_array(), *list = json_array();
    char *hex;
    size_t used;
    FILE *text = open_memstream(&hex, &used);
    for (long k = 0; k < outers * count * inner; k++) {
        long place = index_of(places + k / inner % count * wide, wide);
        long outer = k / inner / count, from = place < 0 ? place + extent : place;
        size_t at = (size_t)((outer * extent + from) * inner + k % inner);
        if (json_is_array(all))
            json_array_append(list, json_array_get(all, at));
        else
            fwrite(json_string_value(all) + at * size, 1, size, text);
    }
    fclose(text);
    for (long d = 0; d < rank + n - 1; d++)
        json_array_append(made, d < a       ? json_array_get(shape, (size_t)d)
                                : d < a + n ? json_array_get(chosen, (size_t)(d - a))
                                            : json_array_get(shape, (size_t)(d - n + 1)));
    json_object_set(output, "dtype", json_object_get(data, "dtype"));
    json_object_set_new(output, "shape", made);
    json_object_set_new(output, "hex", json_is_array(all) ? list : json_stringn(hex, used));
    return "ok";
}

int main(int n, char **files)
{
    for (int f = 1; f < n; f++) {
        json_t *topic = json_load_file(files[f], 0, NULL), *vector;
        size_t k;
        if (f == 1)
            printf("{\"results-format\":1,\"name\":\"gather_c\",\"version\":\"1\",\"seed\":%lld}\n",
                   (long long)json_integer_value(json_object_get(topic, "seed")));
        json_array_foreach(json_object_get(topic, "vectors"), k, vector) {
            json_t *in = json_object_get(vector, "inputs"), *output = json_object();
            const json_t *axis = json_object_get(json_object_get(vector, "attributes"), "axis");
            const char *status = gather(json_object_get(in, "data"), json_object_get(in, "indices"),
                                        (long)json_integer_value(axis), output);
            json_t *line = json_pack("{s:O,s:O,s:s,s:o}", "id", json_object_get(vector, "id"),
                                     "content", json_object_get(vector, "content"), "status",
                                     status, "output", output);
            puts(json_dumps(line, JSON_COMPACT));
        }
    }
    return 0;
}
