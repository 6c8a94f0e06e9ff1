-- want:  the key 'generate' holds a nil; a function is due there
return { cases = 1, hunts = "x" }
-- SPDX-License-Identifier: Apache-2.0
