/** Finishes a recorded folder's collections that were waiting when its service ended. */
import { Drive, hasEnded, Speaker, until } from "@sheaf/adapters-http/testing"
import type { RecordedData } from "../../src/testing/index.ts"
import type { Opened } from "./Folders.ts"

/** The time after which a collection counts as stuck, in milliseconds. */
const patience = 40_000

interface Documented {
  readonly documents?: ReadonlyArray<object>
}

/** Posts the remaining inputs, lets the question time out if the recording says so, and returns the final status. */
export const finish = async (opened: Opened, recorded: RecordedData.WaitingCollection): Promise<string> => {
  const { by, expire, id, name, product, supplements, version } = recorded
  const client = await opened.as(by, version)
  const drive = new Drive(client, { scenario: name, supplements, expire }, id, client.speaker[product])
  const latest = Date.now() + patience
  const { status } = await until(
    () => drive.look(),
    (seen) => hasEnded(seen) || Date.now() > latest
  )
  return status
}

/** Returns the status of a collection. */
export const statusOf = async (opened: Opened, recorded: RecordedData.WaitingCollection): Promise<string> => {
  const client = await opened.as(recorded.by, recorded.version)
  return (await client.status(recorded.id, client.speaker[recorded.product])).status
}

/** Returns the records of both products without their ids, because ids were random in older releases. */
export const recordsOf = async (opened: Opened, by: string, id: string): Promise<ReadonlyArray<unknown>> => {
  const { send } = await opened.as(by)
  const { insurance, wealth } = Speaker.speakers["2026-04-01"]
  const answers = await Promise.all([insurance, wealth].map((routes) => send(routes.data(id))))
  return answers.map((answer) =>
    answer.status === 200
      ? answer.read<ReadonlyArray<Documented>>().map(({ documents = [], ...record }) => ({
          ...record,
          id: undefined,
          idStable: undefined,
          documents: documents.map((document) => ({ ...document, documentId: undefined, idStable: undefined }))
        }))
      : answer.status
  )
}
