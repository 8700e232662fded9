/** Collections in version 2026-04-01. */
import type { CallOptions, PostOptions } from "../../transport/ClientOptions.ts"
import { waitUntilFinished } from "../../polling/Completion.ts"
import type { FinishOptions } from "../../polling/Completion.ts"
import { CollectionHandle } from "../../polling/Handles.ts"
import { entriesOf, queryOf } from "../../transport/Pagination.ts"
import type { ListFilter } from "../../transport/Pagination.ts"
import type { Transport } from "../../transport/Transport.ts"
import type {
  CollectionDetails,
  CollectionInputs,
  CollectionStatus,
  CollectionStatusValue,
  InitiateCollectionRequest,
  InsuranceRecord,
  InvestmentTransaction,
  ResponseObject,
  SupplementInfo,
  Transaction,
  WealthRecord
} from "./Contract.ts"

export interface CollectionFilter extends ListFilter {
  /** If true, lists only each company's newest matching collection. */
  readonly latest?: boolean | undefined
  readonly status?: ReadonlyArray<CollectionStatusValue> | undefined
  readonly company?: string | undefined
  readonly externalReference?: string | undefined
}

/** Selects transactions by day (`YYYY-MM-DD`). Both ends are inclusive. */
export interface TransactionFilter extends CallOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: ReadonlyArray<Transaction["status"]> | undefined
  /** The number of transactions on a page, 1 to 100. */
  readonly limit?: number | undefined
}

/** If the collection does not cover a product, that product's list is empty. */
export interface CollectedData {
  readonly insurance: ReadonlyArray<InsuranceRecord>
  /** Pensions, investments and bank accounts. */
  readonly wealth: ReadonlyArray<WealthRecord>
}

export type DeviceResponse = Omit<ResponseObject, "type">

export type CollectionFinishOptions = FinishOptions<CollectionStatus, CollectionInputs, DeviceResponse>

export class Collection extends CollectionHandle<CollectionStatus, SupplementInfo> {
  readonly #transport: Transport

  constructor(transport: Transport, id: string) {
    super(transport, "/collections", id)
    this.#transport = transport
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

  /** Confirms that the right person has returned. `code` is from the redirect. */
  confirm(code: string, { idempotencyKey, signal }: PostOptions = {}): Promise<CollectionStatus> {
    return this.send("/confirmation", { method: "POST", body: { code }, idempotencyKey, signal })
  }

  /** Returns the collected records. Until the collection has ended, rejects with COLLECTION_NOT_COMPLETED. */
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

  get({ signal }: CallOptions = {}): Promise<CollectionDetails> {
    return this.send("", { signal })
  }

  transactions(
    id: string,
    { signal, ...query }: TransactionFilter = {}
  ): AsyncGenerator<Transaction | InvestmentTransaction, void, void> {
    const path = `/collections/${encodeURIComponent(this.id)}/wealth/accounts/${encodeURIComponent(id)}/transactions`
    return entriesOf(this.#transport, path, { ...query }, { signal })
  }

  document(product: keyof CollectedData, documentId: string, { signal }: CallOptions = {}): Promise<Blob> {
    return this.send(`/${product}/document/${encodeURIComponent(documentId)}`, { as: "blob", signal })
  }
}

export class Collections {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Starts a collection. Retries do not start a second collection. */
  async start(request: InitiateCollectionRequest, options: PostOptions = {}): Promise<Collection> {
    const { collectionId } = await this.#transport.body<CollectionStatus>({
      method: "POST",
      path: "/collections",
      body: request,
      ...options
    })
    return this.at(collectionId)
  }

  /** Returns a handle for an existing collection. Sends no request. */
  at(collectionId: string): Collection {
    return new Collection(this.#transport, collectionId)
  }

  /** Yields the collections, newest first by default. */
  list(filter: CollectionFilter = {}): AsyncGenerator<CollectionDetails, void, void> {
    return entriesOf(this.#transport, "/collections", queryOf(filter), filter)
  }

  listOf(userId: string, filter: Omit<CollectionFilter, "userId"> = {}): AsyncGenerator<CollectionDetails, void, void> {
    return entriesOf(this.#transport, `/users/${encodeURIComponent(userId)}/collections`, queryOf(filter), filter)
  }
}
