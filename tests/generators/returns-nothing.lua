-- want:  the script returns a nil; it must return a table
local x = 1
-- SPDX-License-Identifier: Apache-2.0
