/**
 * Collections in 2025-01-01: each covers one product, named in its path (spec 2.2, 4; decisions 3). The version's
 * codecs translate between its terms and the newest version's terms.
 */
import { CollectionId } from "@sheaf/domain/Collection"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import {
  ContactFormInput20250101,
  InsuranceRecord20250101,
  StartCollection20250101,
  StatusObject20250101,
  WealthRecord20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal, polled } from "../../openapi/Caching.ts"
import * as CollectedData from "../../collections/CollectedDataGroup.ts"
import { startProblems, supplementProblems } from "../../collections/CollectionsGroup.ts"
import {
  Authenticated,
  Identified,
  Negotiated,
  Readable,
  ReadableWithFile,
  Validated
} from "../../openapi/Conditions.ts"
import * as Examples from "../../openapi/Examples.ts"
import * as Examples20250101 from "./Examples20250101.ts"
import * as Operation from "../../openapi/Operation.ts"
import * as Problem from "../../problems/Problem.ts"

/** A product with its names in paths, operation ids and texts. */
interface Product {
  readonly path: "/insurance/collection" | "/wealth/collection"
  readonly id: "Insurance" | "Wealth"
  /** The product's name with its article, for use before another noun. */
  readonly a: "an insurance" | "a wealth"
  readonly records: string
  readonly starts: Readonly<Record<string, typeof StartCollection20250101.Encoded>>
}

const { starts, storedConsent } = Examples20250101

const insurance: Product = {
  path: "/insurance/collection",
  id: "Insurance",
  a: "an insurance",
  records: "insurances",
  starts
}

/** Bank accounts are part of wealth, so only wealth collections can use consents. */
const wealth: Product = {
  path: "/wealth/collection",
  id: "Wealth",
  a: "a wealth",
  records: "pensions, investments and accounts",
  starts: { ...starts, storedConsent }
}

const params = { collectionId: CollectionId }

/** An empty body. Clients learn the result of their input from the status. */
const nothing = Schema.Unknown.pipe(HttpApiSchema.asNoContent({ decode: () => undefined }), HttpApiSchema.status(200))

const start = ({ a, id, path, records, starts: examples }: Product) =>
  Operation.make(
    {
      id: `start${id}Collection`,
      summary: `Start ${a} collection`,
      description:
        `Starts collecting a person's ${records} from a company. The collection continues after this response, even if the ` +
        "client disconnects or the service restarts. An unsupported login method is reported in the status.",
      answers: { 200: "The collection has started." }
    },
    {
      examples: { request: examples, answer: { started: Examples20250101.statuses.started } },
      problems: Problem.of(...startProblems, "UNKNOWN_INPUT")
    },
    (error) =>
      HttpApiEndpoint.post("start", path, {
        payload: StartCollection20250101,
        success: HttpApiSchema.WithHeaders(StatusObject20250101, personal),
        error
      })
        .middleware(ReadableWithFile)
        .middleware(Negotiated)
  )

const status = ({ a, id, path }: Product) =>
  Operation.make(
    {
      id: `get${id}CollectionStatus`,
      summary: `Get ${a} collection's status`,
      description: Operation.operations.getCollectionStatus.description,
      answers: { 200: "The collection's status." }
    },
    {
      examples: { answer: Examples20250101.statuses },
      polled: true,
      problems: Problem.of("NOT_IN_THIS_VERSION", "NOT_FOUND")
    },
    (error) =>
      HttpApiEndpoint.get("status", `${path}/:collectionId/status`, {
        params,
        success: HttpApiSchema.WithHeaders(StatusObject20250101, polled),
        error
      })
        .middleware(Identified)
        .middleware(Negotiated)
  )

const supplementInfo = ({ a, id, path }: Product) =>
  Operation.make(
    {
      id: `supplement${id}Collection`,
      summary: `Supplement ${a} collection`,
      description: Operation.operations.supplementInfo.description,
      answers: { 200: "The input is accepted." }
    },
    { examples: { request: Examples.inputs }, problems: Problem.of(...supplementProblems, "UNKNOWN_INSTRUCTION") },
    (error) =>
      HttpApiEndpoint.post("supplementInfo", `${path}/:collectionId/supplement-info`, {
        params,
        payload: SupplementInfo,
        success: HttpApiSchema.WithHeaders(nothing, personal),
        error
      })
        .middleware(Identified)
        .middleware(Readable)
        .middleware(Negotiated)
  )

const addContactFormInput = ({ a, id, path }: Product) =>
  Operation.make(
    {
      id: `add${id}ContactFormInput`,
      summary: `Complete ${a} contact form`,
      description:
        "Posts the contact details that a collection in CONTACT_FORM_PENDING asked for: every value in " +
        "REQUIRED_INPUT_TYPES, in one request. Input is accepted once. A later poll returns the next status.",
      answers: { 200: "The contact details are accepted." }
    },
    {
      examples: { request: { contactDetails: Examples20250101.contactForm } },
      problems: Problem.of(...supplementProblems)
    },
    (error) =>
      HttpApiEndpoint.post("addContactFormInput", `${path}/:collectionId/add-contact-form-input`, {
        params,
        payload: ContactFormInput20250101,
        success: HttpApiSchema.WithHeaders(nothing, personal),
        error
      })
        .middleware(Identified)
        .middleware(Readable)
        .middleware(Negotiated)
  )

const groupOf = <const Name extends string, Records extends Schema.Top>(
  name: Name,
  product: Product,
  records: Records,
  example: ReadonlyArray<object>
) => {
  const { a, id, path } = product
  const data = CollectedData.data(
    {
      name: "data",
      path: `${path}/:collectionId/data`,
      id: `get${id}CollectionData`,
      summary: `Get collected ${id.toLowerCase()} data`
    },
    product.records,
    records,
    example
  )
  const document = CollectedData.document({
    name: "document",
    path: `${path}/:collectionId/document/:documentId`,
    id: `get${id}Document`,
    summary: `Get ${a} document`
  })
  return HttpApiGroup.make(name)
    .add(
      start(product),
      status(product),
      data.middleware(Identified).middleware(Negotiated),
      document.middleware(Identified),
      supplementInfo(product),
      addContactFormInput(product)
    )
    .middleware(Validated)
    .middleware(Authenticated)
    .annotateMerge(
      OpenApi.annotations({ title: `${id} collections`, description: `Collections of ${product.records}.` })
    )
}

export const InsuranceCollectionsGroup = groupOf(
  "insuranceCollections",
  insurance,
  Schema.Array(InsuranceRecord20250101),
  Examples.insurances
)

export const WealthCollectionsGroup = groupOf(
  "wealthCollections",
  wealth,
  Schema.Array(WealthRecord20250101),
  Examples20250101.wealth
)
