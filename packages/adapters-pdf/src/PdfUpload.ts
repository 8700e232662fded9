/**
 * Uploads beside the companies that there are: each that has a layout takes the login method PDF_UPLOAD as well, and a
 * collection with it is this package's affair; every other one stays with whoever it was with.
 */
import type { CompanyAvailability } from "@sheaf/domain/Company"
import { Connectors } from "@sheaf/ports"
import type { ConnectedCompany, Connector } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { layoutsOf } from "./layouts/Layouts.ts"
import * as PdfConnector from "./PdfConnector.ts"
import * as Reader from "./reader/Reader.ts"

/** Each collection with the connector that began it. */
const routed = (uploads: Connector, others: Connector): Connector => {
  const whose = (session: string) => (PdfConnector.isOurs(session) ? uploads : others)
  return {
    begin: (order, key) => (order.loginMethod === "PDF_UPLOAD" ? uploads : others).begin(order, key),
    resume: (session, signal, key) => whose(session).resume(session, signal, key),
    cancel: (session) => whose(session).cancel(session),
    document: (session, documentId) => whose(session).document(session, documentId)
  }
}

const withUploads = (availability: CompanyAvailability): CompanyAvailability =>
  availability.loginMethods.includes("PDF_UPLOAD")
    ? availability
    : { ...availability, loginMethods: [...availability.loginMethods, "PDF_UPLOAD"] }

/** Companies with uploads, in place of those that it is given. */
export const layer = (limits: Reader.ReaderLimits = Reader.defaults): Layer.Layer<Connectors, never, Connectors> =>
  Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const others = yield* Connectors
      const uploads = PdfConnector.make(Reader.make(limits))
      const extended = new WeakMap<ConnectedCompany, ConnectedCompany>()
      const extend = (company: ConnectedCompany): ConnectedCompany => {
        const { availability, connector, supported } = company
        if (layoutsOf(availability.company).length === 0) return company
        const known = extended.get(company)
        if (known !== undefined) return known
        const made = { availability: withUploads(availability), supported, connector: routed(uploads, connector) }
        extended.set(company, made)
        return made
      }
      return {
        all: Effect.map(others.all, (companies) => companies.map(extend)),
        find: (id) => Effect.map(others.find(id), Option.map(extend))
      }
    })
  )

/** The same adapters, with uploads beside the companies among them. */
export const besides = <A, E, R>(
  others: Layer.Layer<Connectors | A, E, R>,
  limits?: Reader.ReaderLimits
): Layer.Layer<Connectors | A, E, R> => layer(limits).pipe(Layer.provideMerge(others))
