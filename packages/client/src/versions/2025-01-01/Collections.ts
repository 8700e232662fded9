/** Collections in version 2025-01-01. Each covers one product. */
import type { CallOptions, PostOptions } from "../../transport/ClientOptions.ts"
import { waitUntilFinished } from "../../polling/Completion.ts"
import type { FinishOptions } from "../../polling/Completion.ts"
import { StatusHandle } from "../../polling/Handles.ts"
import type { Transport } from "../../transport/Transport.ts"
import type {
  CollectionInputs,
  CollectionStatus,
  InitiateCollectionRequest,
  InsuranceRecord,
  ResponseObject,
  SupplementInfo,
  WealthRecord
} from "./Contract.ts"

export interface RecordsByProduct {
  readonly insurance: InsuranceRecord
  readonly wealth: WealthRecord
}

export type CollectedProduct = keyof RecordsByProduct

export type DeviceResponse = Omit<ResponseObject, "type">

export type CollectionFinishOptions = FinishOptions<CollectionStatus, CollectionInputs, DeviceResponse>

export class Collection<P extends CollectedProduct> extends StatusHandle<CollectionStatus> {
  readonly product: P

  constructor(transport: Transport, product: P, id: string) {
    super(transport, `/${product}/collection`, id)
    this.product = product
  }

  /** Answers the open question. `finished` does this for you, with the handlers in `onInput`. */
  answer(input: SupplementInfo, { idempotencyKey, signal }: PostOptions = {}): Promise<void> {
    return this.send("/supplement-info", { method: "POST", body: input, idempotencyKey, signal })
  }

  /** Follows the collection to its end, answering its questions, and returns the final status. */
  finished(options: CollectionFinishOptions = {}): Promise<CollectionStatus> {
    const finishing = {
      clock: this.clock,
      updates: (signal: AbortSignal) => this.seen({ signal }),
      answer: (body: object, signal: AbortSignal) =>
        this.send<unknown>("/supplement-info", { method: "POST", body, signal })
    }
    return waitUntilFinished(finishing, options)
  }

  /** Returns the collected records. Until the collection has ended, rejects with COLLECTION_NOT_COMPLETED. */
  data({ signal }: CallOptions = {}): Promise<ReadonlyArray<RecordsByProduct[P]>> {
    return this.send("/data", { signal })
  }

  document(documentId: string, { signal }: CallOptions = {}): Promise<Blob> {
    return this.send(`/document/${encodeURIComponent(documentId)}`, { as: "blob", signal })
  }
}

export class Collections {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Starts a collection for one product. Retries do not start a second collection. */
  async start<P extends CollectedProduct>(
    product: P,
    request: InitiateCollectionRequest,
    options: PostOptions = {}
  ): Promise<Collection<P>> {
    const path = `/${product}/collection`
    const { id } = await this.#transport.body<CollectionStatus>({ method: "POST", path, body: request, ...options })
    return this.at(product, id)
  }

  /** Returns a handle for an existing collection. Sends no request. */
  at<P extends CollectedProduct>(product: P, collectionId: string): Collection<P> {
    return new Collection(this.#transport, product, collectionId)
  }
}
