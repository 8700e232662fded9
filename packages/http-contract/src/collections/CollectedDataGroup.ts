/** Collected data: records by product, and their documents (spec 4, 10). */
import { CollectionId } from "@sheaf/domain/Collection"
import { DocumentContentType } from "@sheaf/domain/Document"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import * as RecordTable from "@sheaf/domain/RecordTable"
import type { TableKind } from "@sheaf/domain/RecordTable"
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { TransactionStatus } from "@sheaf/domain/wealth/Transaction"
import { AnyTransaction, WealthRecord } from "@sheaf/domain/WealthRecord"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders } from "../openapi/Caching.ts"
import {
  ApiKeyAuthentication,
  ContentNegotiation,
  DownloadLimit,
  PathIdValidation,
  TableNegotiation,
  RateLimiting,
  RequestValidation
} from "../access/Middlewares.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import queries from "../openapi/queries.json" with { type: "json" }
import * as Problem from "../problems/Problem.ts"

const problems = Problem.declareCodes(
  "NOT_IN_THIS_VERSION",
  "NOT_FOUND",
  "PRODUCT_NOT_COLLECTED",
  "COLLECTION_NOT_COMPLETED",
  "CONNECT_SESSION_UNCONFIRMED",
  "DATA_EXPIRED"
)
const problemsWithQuery = Problem.declareCodes(...problems.codes, "INVALID_FIELD")

const transactionStatus = "#/components/schemas/TransactionStatus"

interface EndpointNames<Name extends string, Path extends `/${string}`> {
  readonly name: Name
  readonly path: Path
  readonly id: string
  readonly summary: string
}

const tableHeaders = {
  ...noStoreHeaders,
  "content-disposition": Schema.optionalKey(
    Schema.String.annotate({ description: "`attachment`, with the table's name; only for a table (RFC 6266)." })
  ),
  "x-content-type-options": Schema.optionalKey(
    Schema.Literal("nosniff").annotate({ description: "`nosniff`, only for a table." })
  )
}

type QueryFields = Readonly<Record<string, typeof optionalDay>>

const optionalDay = Schema.optionalKey(CalendarDate)

interface DataOptions<Query extends QueryFields> {
  readonly query: Query
  readonly table?: TableKind
}

export const dataEndpoint = <
  const Name extends string,
  const Path extends `/${string}`,
  Records extends Schema.Top,
  const Query extends QueryFields
>(
  { name, path, ...words }: EndpointNames<Name, Path>,
  found: string,
  records: Records,
  example: ReadonlyArray<object>,
  { query, table }: DataOptions<Query>
) =>
  Operation.make(
    {
      ...words,
      description:
        `Returns the collected ${found}, if the collection ended as COMPLETED or COMPLETED_PARTIAL. The list is empty for ` +
        "COMPLETED_EMPTY. While the collection is running, or if it failed, the response is 409." +
        (table === undefined
          ? ""
          : "\n\nWith `Accept: text/csv`, the response is a table (RFC 4180, UTF-8) with one row for each contract. Its " +
            "columns are the paths of the members, and new ones are added at the end. Cells that a spreadsheet could run " +
            "as a formula begin with an apostrophe."),
      answers: { 200: `The collected ${found}.` }
    },
    {
      scope: "collections:read",
      examples: { answer: { found: example } },
      problems: Object.keys(query).length === 0 ? problems : problemsWithQuery,
      query: queries.transactions,
      ...(table && { csvExample: RecordTable.toCsv(table, example) })
    },
    (error) =>
      HttpApiEndpoint.get(name, path, {
        params: { collectionId: CollectionId },
        query,
        success: HttpApiSchema.WithHeaders(records, table ? tableHeaders : noStoreHeaders),
        error
      })
  )

const Content = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" }))

export const documentEndpoint = <const Name extends string, const Path extends `/${string}`>({
  name,
  path,
  ...words
}: EndpointNames<Name, Path>) =>
  Operation.make(
    {
      ...words,
      description:
        "Returns a collected record's document. The company chooses the document's name and media type, so the " +
        "response tells browsers to download the document rather than display it.",
      answers: { 200: "The document." }
    },
    { scope: "collections:read", problems, mediaTypes: DocumentContentType.literals },
    (error) =>
      HttpApiEndpoint.get(name, path, {
        params: {
          collectionId: CollectionId,
          documentId: Schema.String.annotate({ description: "The documentId from a collected record." })
        },
        success: HttpApiSchema.WithHeaders(Content, {
          ...noStoreHeaders,
          "content-disposition": Schema.String.annotate({
            description: "`attachment`, with the document's name (RFC 6266)."
          }),
          "x-content-type-options": Schema.Literal("nosniff").annotate({
            description: "Always `nosniff`: browsers must not guess another media type."
          })
        }),
        error
      })
  )

const insuranceData = dataEndpoint(
  {
    name: "insuranceData",
    path: "/collections/:collectionId/insurance/data",
    id: "getInsuranceData",
    summary: "Get collected insurance data"
  },
  "insurance policies",
  Schema.Array(InsuranceRecord),
  Examples.insurances,
  { query: {}, table: "insurance" }
)

const wealthData = dataEndpoint(
  {
    name: "wealthData",
    path: "/collections/:collectionId/wealth/data",
    id: "getWealthData",
    summary: "Get collected wealth data"
  },
  "pensions, investments and accounts",
  Schema.Array(WealthRecord),
  Examples.wealth,
  { query: { transactionsFrom: optionalDay }, table: "wealth" }
)

const transactions = Operation.make(
  "listTransactions",
  {
    scope: "collections:read",
    problems: Problem.declareCodes(...problemsWithQuery.codes, "INVALID_CURSOR"),
    examples: { answer: { page: Examples.transactions } },
    query: {
      ...queries.transactions,
      status: { ...queries.transactions.status, schema: { type: "array", items: { $ref: transactionStatus } } },
      limit: queries.list.limit,
      cursor: queries.list.cursor
    }
  },
  (error) =>
    HttpApiEndpoint.get("transactions", "/collections/:collectionId/wealth/accounts/:accountId/transactions", {
      params: {
        collectionId: CollectionId,
        accountId: Schema.String.annotate({
          description:
            "The `id` of the record, or the `accountId` of a bank account. Prefer the `id`, because account numbers in " +
            "addresses end up in logs."
        })
      },
      query: {
        from: optionalDay,
        to: optionalDay,
        status: Schema.optionalKey(Paging.commaSeparatedValues(TransactionStatus)),
        ...Paging.queryFields
      },
      success: HttpApiSchema.WithHeaders(Schema.Array(AnyTransaction), { ...noStoreHeaders, ...Paging.nextPageHeader }),
      error
    }).middleware(ContentNegotiation)
)

const insuranceDocument = documentEndpoint({
  name: "insuranceDocument",
  path: "/collections/:collectionId/insurance/document/:documentId",
  id: "getInsuranceDocument",
  summary: "Get an insurance document"
})

const wealthDocument = documentEndpoint({
  name: "wealthDocument",
  path: "/collections/:collectionId/wealth/document/:documentId",
  id: "getWealthDocument",
  summary: "Get a wealth document"
})

export const CollectedDataGroup = HttpApiGroup.make("collectedData")
  .add(
    insuranceData.middleware(DownloadLimit).middleware(TableNegotiation),
    insuranceDocument.middleware(DownloadLimit),
    wealthData.middleware(DownloadLimit).middleware(TableNegotiation),
    wealthDocument.middleware(DownloadLimit),
    transactions.middleware(DownloadLimit)
  )
  .middleware(PathIdValidation)
  .middleware(RequestValidation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("collectedData"))
