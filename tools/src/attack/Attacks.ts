/** All attacks, in the order of a run. */
import type { Attack } from "./Attack.ts"
import { banks } from "./attacks/Banks.ts"
import { companies } from "./attacks/Companies.ts"
import { connections } from "./attacks/Connections.ts"
import { consents } from "./attacks/Consents.ts"
import { heads } from "./attacks/Heads.ts"
import { keys } from "./attacks/Keys.ts"
import { largeData } from "./attacks/LargeData.ts"
import { logins } from "./attacks/Logins.ts"
import { rates } from "./attacks/Rates.ts"
import { requests } from "./attacks/Requests.ts"
import { rows } from "./attacks/Rows.ts"
import { unread } from "./attacks/Unread.ts"
import { unreadData } from "./attacks/UnreadData.ts"
import { uploads } from "./attacks/Uploads.ts"

export const all: ReadonlyArray<Attack> = [
  ...requests,
  ...heads,
  ...unread,
  ...unreadData,
  ...uploads,
  ...connections,
  ...rates,
  ...logins,
  ...companies,
  ...largeData,
  ...banks,
  ...consents,
  ...keys,
  ...rows
]
