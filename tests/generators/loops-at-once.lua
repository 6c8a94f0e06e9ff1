-- want: 2: the script has taken 200 million instructions
while true do end
-- SPDX-License-Identifier: Apache-2.0
