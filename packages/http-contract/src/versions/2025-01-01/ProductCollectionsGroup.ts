/**
 * Collections in version 2025-01-01. Each collection covers one product, which is part of its path (spec 2.2, 4). The
 * version's codecs translate to and from the newest version.
 */
import { CollectionId } from "@sheaf/domain/Collection"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import {
  ContactFormInput20250101,
  InsuranceRecords20250101,
  StartCollection20250101,
  StatusObject20250101,
  WealthRecords20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { noStoreHeaders, pollingHeaders } from "../../openapi/Caching.ts"
import * as CollectedData from "../../collections/CollectedDataGroup.ts"
import { startProblemCodes, supplementInfoProblemCodes } from "../../collections/CollectionsGroup.ts"
import {
  ApiKeyAuthentication,
  DownloadLimit,
  PathIdValidation,
  ContentNegotiation,
  RateLimiting,
  JsonRequestBody,
  JsonRequestBodyWithFile,
  IdempotencyKeySupport,
  RequestValidation
} from "../../access/Middlewares.ts"
import * as Examples from "../../openapi/Examples.ts"
import * as Examples20250101 from "./Examples20250101.ts"
import * as Operation from "../../openapi/Operation.ts"
import * as Problem from "../../problems/Problem.ts"
import texts from "./texts.json" with { type: "json" }

interface ProductNames {
  readonly path: "/insurance/collection" | "/wealth/collection"
  readonly id: "Insurance" | "Wealth"
  readonly records: string
  readonly starts: Readonly<Record<string, typeof StartCollection20250101.Encoded>>
}

const { starts, storedConsent } = Examples20250101

const insurance: ProductNames = {
  path: "/insurance/collection",
  id: "Insurance",
  records: "insurance policies",
  starts
}

/** Only wealth collections can use consents, because bank accounts belong to wealth. */
const wealth: ProductNames = {
  path: "/wealth/collection",
  id: "Wealth",
  records: "pensions, investments and accounts",
  starts: { ...starts, storedConsent }
}

const wordsOf = <Id extends keyof typeof texts.operations>(id: Id) => ({ id, ...texts.operations[id] })

const params = { collectionId: CollectionId }

/** An empty body. Clients see the effect of their input in the collection's status. */
const nothing = Schema.Unknown.pipe(HttpApiSchema.asNoContent({ decode: () => undefined }), HttpApiSchema.status(200))

const start = ({ id, path, starts: examples }: ProductNames) =>
  Operation.make(
    wordsOf(`start${id}Collection`),
    {
      scope: "collections:write",
      examples: { request: examples, answer: { started: Examples20250101.statuses.started } },
      problems: Problem.declareCodes(...startProblemCodes, "UNKNOWN_INPUT"),
      rate: "starts"
    },
    (error) =>
      HttpApiEndpoint.post("start", path, {
        payload: StartCollection20250101,
        success: HttpApiSchema.WithHeaders(StatusObject20250101, noStoreHeaders),
        error
      })
        .middleware(JsonRequestBodyWithFile)
        .middleware(IdempotencyKeySupport)
        .middleware(ContentNegotiation)
  )

const status = ({ id, path }: ProductNames) =>
  Operation.make(
    { description: Operation.operations.getCollectionStatus.description, ...wordsOf(`get${id}CollectionStatus`) },
    {
      scope: "collections:read",
      examples: { answer: Examples20250101.statuses },
      polled: true,
      problems: Problem.declareCodes("NOT_IN_THIS_VERSION", "NOT_FOUND")
    },
    (error) =>
      HttpApiEndpoint.get("status", `${path}/:collectionId/status`, {
        params,
        success: HttpApiSchema.WithHeaders(StatusObject20250101, pollingHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(ContentNegotiation)
  )

const supplementInfo = ({ id, path }: ProductNames) =>
  Operation.make(
    { description: Operation.operations.supplementInfo.description, ...wordsOf(`supplement${id}Collection`) },
    {
      scope: "collections:write",
      examples: { request: Examples.inputs },
      problems: Problem.declareCodes(...supplementInfoProblemCodes, "UNKNOWN_INSTRUCTION")
    },
    (error) =>
      HttpApiEndpoint.post("supplementInfo", `${path}/:collectionId/supplement-info`, {
        params,
        payload: SupplementInfo,
        success: HttpApiSchema.WithHeaders(nothing, noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(JsonRequestBody)
        .middleware(IdempotencyKeySupport)
        .middleware(ContentNegotiation)
  )

const addContactFormInput = ({ id, path }: ProductNames) =>
  Operation.make(
    wordsOf(`add${id}ContactFormInput`),
    {
      scope: "collections:write",
      examples: { request: { contactDetails: Examples20250101.contactForm } },
      problems: Problem.declareCodes(...supplementInfoProblemCodes)
    },
    (error) =>
      HttpApiEndpoint.post("addContactFormInput", `${path}/:collectionId/add-contact-form-input`, {
        params,
        payload: ContactFormInput20250101,
        success: HttpApiSchema.WithHeaders(nothing, noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(JsonRequestBody)
        .middleware(IdempotencyKeySupport)
        .middleware(ContentNegotiation)
  )

const groupOf = <const Name extends keyof typeof texts.groups, Records extends Schema.Top>(
  name: Name,
  product: ProductNames,
  records: Records,
  example: ReadonlyArray<object>
) => {
  const { id, path } = product
  const data = CollectedData.dataEndpoint(
    {
      name: "data",
      path: `${path}/:collectionId/data`,
      ...wordsOf(`get${id}CollectionData`)
    },
    product.records,
    records,
    example,
    { query: {} }
  )
  const document = CollectedData.documentEndpoint({
    name: "document",
    path: `${path}/:collectionId/document/:documentId`,
    ...wordsOf(`get${id}Document`)
  })
  return HttpApiGroup.make(name)
    .add(
      start(product),
      status(product),
      data.middleware(DownloadLimit).middleware(PathIdValidation).middleware(ContentNegotiation),
      document.middleware(DownloadLimit).middleware(PathIdValidation),
      supplementInfo(product),
      addContactFormInput(product)
    )
    .middleware(RequestValidation)
    .middleware(RateLimiting)
    .middleware(ApiKeyAuthentication)
    .annotateMerge(OpenApi.annotations(texts.groups[name]))
}

export const InsuranceCollectionsGroup = groupOf(
  "insuranceCollections",
  insurance,
  InsuranceRecords20250101,
  Examples20250101.insurances
)

export const WealthCollectionsGroup = groupOf(
  "wealthCollections",
  wealth,
  WealthRecords20250101,
  Examples20250101.wealthRecords
)
