/** Erases a webhook endpoint's delivery attempts in short transactions. */
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { statement } from "../unitsOfWork/Statement.ts"
import type { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

const eraseOnce = ({ run }: UnitsOfWork["Service"], endpointId: string, before: number) =>
  run(function* () {
    const due = yield* statement<{ readonly at: number; readonly id: string }>`SELECT at, id FROM webhook_attempt
      WHERE endpoint_id = ${endpointId} AND at < ${before} ORDER BY at, id LIMIT ${batchSize}`
    const last = due.at(-1)
    if (last === undefined) return 0
    yield* statement`DELETE FROM webhook_attempt WHERE endpoint_id = ${endpointId}
      AND (at < ${last.at} OR (at = ${last.at} AND id <= ${last.id}))`.unread
    return due.length
  })

export const erase = (units: UnitsOfWork["Service"], endpointId: string, before: number) =>
  repeatInBatches(eraseOnce(units, endpointId, before))
