/**
 * Collections as 2025-01-01 has them: under the path of the one product that they collect (spec 2.2, 4; decisions 3).
 * What they read and write is in the codecs of the version, whose values are those of the newest version.
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
import {
  attached,
  dataProblems,
  documentParams,
  documentWords,
  whenThereIsData
} from "../../collections/CollectedDataGroup.ts"
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

/** A product as it is named in paths, in operations, and in words. */
interface Named {
  readonly path: "/insurance/collection" | "/wealth/collection"
  readonly id: "Insurance" | "Wealth"
  readonly words: string
  readonly starts: Readonly<Record<string, typeof StartCollection20250101.Encoded>>
}

const { starts, storedConsent } = Examples20250101

const insurance: Named = { path: "/insurance/collection", id: "Insurance", words: "insurances", starts }

/** Consents are for accounts, which are collected with wealth. */
const wealth: Named = {
  path: "/wealth/collection",
  id: "Wealth",
  words: "pensions, investments and accounts",
  starts: { ...starts, storedConsent }
}

const params = { collectionId: CollectionId }

/** Whatever was done is answered with nothing, which says no more than that it was accepted. */
const nothing = Schema.Unknown.pipe(HttpApiSchema.asNoContent({ decode: () => undefined }), HttpApiSchema.status(200))

const start = ({ id, path, starts: examples, words }: Named) =>
  Operation.make(
    {
      id: `start${id}Collection`,
      summary: `Start a collection of ${words}`,
      description:
        `Collects, on behalf of a person, the ${words} that a company holds for them. Once this answers, the collection ` +
        "goes on whatever happens. Whether the company supports the login method shows in the status.",
      answers: { 200: "The collection has started." },
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

const status = ({ id, path, words }: Named) =>
  Operation.make(
    {
      id: `get${id}CollectionStatus`,
      summary: `Poll the status of a collection of ${words}`,
      description:
        "Poll at `pollingInterval` until it is absent: then the collection has ended. What the user must do meanwhile is " +
        "in `extraInformation`.",
      answers: { 200: "Where the collection stands." },
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

const document = ({ id, path, words }: Named) =>
  Operation.make(
    {
      id: `get${id}Document`,
      summary: `Fetch a document of a collection of ${words}`,
      ...documentWords
    },
    (error) =>
      HttpApiEndpoint.get("document", `${path}/:collectionId/document/:documentId`, {
        params: documentParams,
        success: attached,
        error
      }).middleware(Identified)
  )

const supplementInfo = ({ id, path, words }: Named) =>
  Operation.make(
    {
      id: `supplement${id}Collection`,
      summary: `Post what a collection of ${words} asked for`,
      description: "Accepted once. The next status shows in a later poll.",
      answers: { 200: "The input is accepted." },
      examples: { request: Examples.inputs },
      problems: Problem.of(...supplementProblems, "UNKNOWN_INSTRUCTION")
    },
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

const addContactFormInput = ({ id, path, words }: Named) =>
  Operation.make(
    {
      id: `add${id}ContactFormInput`,
      summary: `Post the contact details that a collection of ${words} asked for`,
      description:
        "For the status CONTACT_FORM_PENDING: all the values that REQUIRED_INPUT_TYPES names, in one post. Accepted once. " +
        "The next status shows in a later poll.",
      answers: { 200: "The contact details are accepted." },
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

const data = <Records extends Schema.Top>(
  { id, path, words }: Named,
  records: Records,
  example: ReadonlyArray<object>
) =>
  Operation.make(
    {
      id: `get${id}CollectionData`,
      summary: `Fetch the collected ${words}`,
      description: `In COMPLETED and COMPLETED_PARTIAL, what was found. ${whenThereIsData}`,
      answers: { 200: "What was found." },
      examples: { answer: { found: example } },
      problems: dataProblems
    },
    (error) =>
      HttpApiEndpoint.get("data", `${path}/:collectionId/data`, {
        params,
        success: HttpApiSchema.WithHeaders(records, personal),
        error
      })
        .middleware(Identified)
        .middleware(Negotiated)
  )

export const InsuranceCollectionsGroup = HttpApiGroup.make("insuranceCollections")
  .add(
    start(insurance),
    status(insurance),
    data(insurance, Schema.Array(InsuranceRecord20250101), Examples.insurances),
    document(insurance),
    supplementInfo(insurance),
    addContactFormInput(insurance)
  )
  .middleware(Validated)
  .middleware(Authenticated)
  .annotateMerge(OpenApi.annotations({ title: "Insurance collections", description: "Collections of insurances." }))

export const WealthCollectionsGroup = HttpApiGroup.make("wealthCollections")
  .add(
    start(wealth),
    status(wealth),
    data(wealth, Schema.Array(WealthRecord20250101), Examples20250101.wealth),
    document(wealth),
    supplementInfo(wealth),
    addContactFormInput(wealth)
  )
  .middleware(Validated)
  .middleware(Authenticated)
  .annotateMerge(
    OpenApi.annotations({
      title: "Wealth collections",
      description: "Collections of pensions, investments and accounts."
    })
  )
