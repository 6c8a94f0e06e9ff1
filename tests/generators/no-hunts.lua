-- want:  the key 'hunts' is missing
return { cases = 1, generate = function() end }
-- SPDX-License-Identifier: Apache-2.0
