/** Adds the login method PDF_UPLOAD to all companies with a layout. */
import { Connectors } from "@sheaf/ports"
import type { ConnectedCompany, Connector } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import type { Layout } from "./layout/Layout.ts"
import { layoutsOf, shippedLayouts } from "./layouts/Layouts.ts"
import * as PdfConnector from "./PdfConnector.ts"
import * as Reader from "./reader/Reader.ts"

/** Passes each call to the connector that started the collection. */
const routed = (uploads: Connector, others: Connector): Connector => {
  const whose = (session: string) => (PdfConnector.isPdfSession(session) ? uploads : others)
  return {
    ...others,
    begin: (order, key) => (order.loginMethod === "PDF_UPLOAD" ? uploads : others).begin(order, key),
    resume: (session, signal, key) => whose(session).resume(session, signal, key),
    cancel: (session) => whose(session).cancel(session),
    document: (session, documentId) => whose(session).document(session, documentId)
  }
}

const withUploads = (
  company: ConnectedCompany,
  uploads: Connector,
  layouts: ReadonlyArray<Layout>
): ConnectedCompany => {
  const { availability, connector } = company
  if (layoutsOf(availability.company, layouts).length === 0) return company
  const loginMethods = [...new Set([...availability.loginMethods, "PDF_UPLOAD"] as const)]
  return { ...company, availability: { ...availability, loginMethods }, connector: routed(uploads, connector) }
}

export const withPdfUpload = <A, E, R>(
  others: Layer.Layer<Connectors | A, E, R>,
  reader = Reader.make(Reader.defaultLimits),
  layouts: ReadonlyArray<Layout> = shippedLayouts
): Layer.Layer<Connectors | A, E, R> =>
  Layer.effect(
    Connectors,
    Effect.map(Connectors, ({ all, find, findTest }) => {
      const uploads = PdfConnector.make(reader, layouts)
      // Keeps one object per company, so the list and lookups return the same object until the company changes.
      const extended = new WeakMap<ConnectedCompany, ConnectedCompany>()
      const extend = (company: ConnectedCompany) => {
        const made = extended.get(company) ?? withUploads(company, uploads, layouts)
        extended.set(company, made)
        return made
      }
      return {
        all: Effect.map(all, (companies) => companies.map(extend)),
        find: (id) => Effect.map(find(id), Option.map(extend)),
        findTest
      }
    })
  ).pipe(Layer.provideMerge(others))
