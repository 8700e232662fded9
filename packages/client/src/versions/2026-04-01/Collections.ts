/** Collections in version 2026-04-01. */
import type { CallOptions, PostOptions } from "../../transport/ClientOptions.ts"
import { waitUntilFinished } from "../../polling/Completion.ts"
import type { FinishOptions } from "../../polling/Completion.ts"
import { CollectionHandle } from "../../polling/Handles.ts"
import { entriesOf } from "../../transport/Pagination.ts"
import type { Transport } from "../../transport/Transport.ts"
import type {
  CollectionInputs,
  CollectionStatus,
  CollectionStatusValue,
  CollectionSummary,
  InitiateCollectionRequest,
  InsuranceRecord,
  ResponseObject,
  SupplementInfo,
  WealthRecord
} from "./Contract.ts"

export interface CollectionFilter extends CallOptions {
  /** True to list only the newest matching collection of each company. */
  readonly latest?: boolean | undefined
  readonly statusIn?: ReadonlyArray<CollectionStatusValue> | undefined
  readonly company?: string | undefined
  readonly externalReference?: string | undefined
  /** The number of entries on a page, 1 to 100. */
  readonly limit?: number | undefined
}

/** The collected records. The list of a product that the collection does not cover is empty. */
export interface CollectedData {
  readonly insurance: ReadonlyArray<InsuranceRecord>
  /** Pensions and investments, and bank accounts. */
  readonly wealth: ReadonlyArray<WealthRecord>
}

/** A response from the person's device. */
export type DeviceResponse = Omit<ResponseObject, "type">

export type CollectionFinishOptions = FinishOptions<CollectionStatus, CollectionInputs, DeviceResponse>

/** One collection. */
export class Collection extends CollectionHandle<CollectionStatus, SupplementInfo> {
  constructor(transport: Transport, id: string) {
    super(transport, "/collections", id)
  }

  /** Follows the collection to its end, answers its questions, and returns the final status. */
  finished(options: CollectionFinishOptions = {}): Promise<CollectionStatus> {
    const finishing = {
      clock: this.clock,
      updates: (signal: AbortSignal) => this.seen({ signal }),
      answer: (body: object, signal: AbortSignal) =>
        this.send<unknown>("/supplement-info", { method: "POST", body, signal })
    }
    return waitUntilFinished(finishing, options)
  }

  /** Confirms, with the `code` of the bank's return, that the right person returned. */
  confirm(code: string, { idempotencyKey, signal }: PostOptions = {}): Promise<CollectionStatus> {
    return this.send("/confirmation", { method: "POST", body: { code }, idempotencyKey, signal })
  }

  /** Returns the collected records. Rejects with COLLECTION_NOT_COMPLETED before the collection has ended. */
  async data({ signal }: CallOptions = {}): Promise<CollectedData> {
    const { products } = await this.status({ signal })
    const read = <A>(product: string, isCovered: boolean): Promise<ReadonlyArray<A>> =>
      isCovered ? this.send(`/${product}/data`, { signal }) : Promise.resolve([])
    const [insurance, wealth] = await Promise.all([
      read<InsuranceRecord>("insurance", products.includes("INSURANCE")),
      read<WealthRecord>(
        "wealth",
        products.some((product) => product !== "INSURANCE")
      )
    ])
    return { insurance, wealth }
  }

  /** Returns a document of a record. */
  document(product: keyof CollectedData, documentId: string, { signal }: CallOptions = {}): Promise<Blob> {
    return this.send(`/${product}/document/${encodeURIComponent(documentId)}`, { as: "blob", signal })
  }
}

export class Collections {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Starts a collection. Retries never start a second collection. */
  async start(request: InitiateCollectionRequest, options: PostOptions = {}): Promise<Collection> {
    const { collectionId } = await this.#transport.body<CollectionStatus>({
      method: "POST",
      path: "/collections",
      body: request,
      ...options
    })
    return this.at(collectionId)
  }

  /** Returns a handle for an existing collection, without a request. */
  at(collectionId: string): Collection {
    return new Collection(this.#transport, collectionId)
  }

  /** Yields the collections, newest first. */
  list({ signal, ...query }: CollectionFilter = {}): AsyncGenerator<CollectionSummary, void, void> {
    return entriesOf(this.#transport, "/collections", { ...query }, { signal })
  }
}
