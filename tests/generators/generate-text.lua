-- want:  the key 'generate' holds a string
return { cases = 1, hunts = "x", generate = "x" }
-- SPDX-License-Identifier: Apache-2.0
