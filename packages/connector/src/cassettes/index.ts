/** Connectors' cassettes (docs/connector-kit.md#cassettes). */
export {
  CassetteError,
  format,
  isCompleted,
  maxCassetteBytes,
  parse,
  protocolVersion,
  whyUnplayable
} from "./Cassette.ts"
export { cassetteTime } from "../PlayTime.ts"
export type {
  CallName,
  Cassette,
  Exchange,
  RecordedAnswer,
  RecordedCall,
  RecordedResponse,
  RequestShape
} from "./Cassette.ts"
export { bodyOf, CassettePlayer } from "./Player.ts"
export { replay, replayInProcess } from "./Replay.ts"
export type { CallConnectorAt, ReplayResult } from "./Replay.ts"
export { describe as describeRequest, shapeOf, withoutValues } from "./Request.ts"
export type { SentRequest } from "./Request.ts"
export { compareStructure } from "./Structure.ts"
export { timeHeader } from "../Server.ts"
export { proxiedUrlHeader } from "../Site.ts"
