/** All attacks, in the order of a run. */
import type { Attack } from "./Attack.ts"
import { breaker } from "./companies/Breaker.ts"
import { documentNames } from "./companies/DocumentNames.ts"
import { forwardedPages } from "./companies/ForwardedPages.ts"
import { hostilePdfs } from "./companies/HostilePdfs.ts"
import { instructions } from "./companies/Instructions.ts"
import { interimResponses } from "./companies/InterimResponses.ts"
import { largeData } from "./companies/LargeData.ts"
import { nobody } from "./companies/Nobody.ts"
import { oneAddress } from "./companies/OneAddress.ts"
import { sessionShares } from "./connect/SessionShares.ts"
import { unreadExports } from "./connect/UnreadExports.ts"
import { bankFiles } from "./keys/BankFiles.ts"
import { keyLimits } from "./keys/KeyLimits.ts"
import { sharedKeyPair } from "./keys/KeyPairs.ts"
import { addedReturnAddress, movedCertificate, movedKey, movedSigningKey } from "./keys/MovedRows.ts"
import { inspector, readableKeys } from "./keys/Secrets.ts"
import { oneIdentity, waitingFlood, wrongPasswords } from "./rates/Logins.ts"
import { encodedIds, replays } from "./rates/Evasions.ts"
import { failedAuthentication, hastyPolls, startFlood, unknownIds } from "./rates/Rates.ts"
import { busyConnections, halfOpen, manyConnections } from "./transport/Connections.ts"
import { costlyHeads } from "./transport/CostlyHeads.ts"
import { duplicateMembers } from "./transport/DuplicateMembers.ts"
import { headerFloods } from "./transport/HeaderFloods.ts"
import { headers } from "./transport/Headers.ts"
import { requestIds } from "./transport/RequestIds.ts"
import { smuggling } from "./transport/Smuggling.ts"
import { trickledUploads } from "./transport/TrickledUploads.ts"
import { pipelinedPolls, unreadResponses } from "./transport/Unread.ts"
import { unreadDocuments } from "./transport/UnreadDocuments.ts"

const requests = [duplicateMembers, smuggling, requestIds, headers, headerFloods, costlyHeads]
const connections = [
  unreadResponses,
  unreadDocuments,
  pipelinedPolls,
  trickledUploads,
  halfOpen,
  busyConnections,
  manyConnections
]
const rates = [
  startFlood,
  hastyPolls,
  failedAuthentication,
  unknownIds,
  wrongPasswords,
  oneIdentity,
  waitingFlood,
  encodedIds,
  replays
]
const connect = [sessionShares, unreadExports]
const companies = [
  breaker,
  hostilePdfs,
  nobody,
  instructions,
  documentNames,
  oneAddress,
  interimResponses,
  largeData,
  forwardedPages
]
const keys = [
  readableKeys,
  inspector,
  sharedKeyPair,
  movedKey,
  movedCertificate,
  movedSigningKey,
  addedReturnAddress,
  keyLimits,
  bankFiles
]

export const all: ReadonlyArray<Attack> = [...requests, ...connections, ...rates, ...connect, ...companies, ...keys]
