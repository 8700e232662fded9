/** All measurements, in the order in which they run. */
import type { Measurement } from "./suite/Measurement.ts"
import * as Codecs from "./measurements/Codecs.ts"
import * as Collections from "./measurements/Collections.ts"
import * as Connect from "./measurements/Connect.ts"
import * as Costs from "./measurements/Costs.ts"
import * as Data from "./measurements/Data.ts"
import * as Idle from "./measurements/Idle.ts"
import * as Monitors from "./measurements/Monitors.ts"
import * as Nodes from "./measurements/Nodes.ts"
import * as Polls from "./measurements/Polls.ts"
import * as Start from "./measurements/Start.ts"
import * as Takeover from "./measurements/Takeover.ts"
import * as Waiting from "./measurements/Waiting.ts"

export const all: ReadonlyArray<Measurement> = [
  Codecs.measurement,
  Data.measurement,
  Start.measurement,
  Idle.measurement,
  Polls.measurement,
  Collections.measurement,
  Waiting.measurement,
  Takeover.measurement,
  Connect.measurement,
  Monitors.measurement,
  Nodes.measurement,
  Costs.measurement
]
