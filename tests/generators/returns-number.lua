-- want:  the script returns a number; it must return a table
return 7
-- SPDX-License-Identifier: Apache-2.0
