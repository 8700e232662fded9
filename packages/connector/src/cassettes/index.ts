/** Cassettes of connectors (docs/connector-kit.md#cassettes). */
export { CassetteError, format, maxCassetteBytes, parse, protocolVersion } from "./Cassette.ts"
export { playTime } from "../PlayTime.ts"
export type {
  CallName,
  Cassette,
  Exchange,
  RecordedAnswer,
  RecordedCall,
  RecordedResponse,
  RequestShape
} from "./Cassette.ts"
export { bodyOf, Player } from "./Player.ts"
export { replay, replayInProcess } from "./Replay.ts"
export type { CallAt, Replayed } from "./Replay.ts"
export { describe as describeRequest, shapeOf, withoutValues } from "./Request.ts"
export type { SentRequest } from "./Request.ts"
export { compareStructure } from "./Structure.ts"
export { timeHeader } from "../Server.ts"
export { proxiedUrlHeader } from "../Site.ts"
