import { PdfUpload } from "@sheaf/adapters-pdf"
import { Connectors } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"

/** Uploads a document to a company that another adapter serves, and returns the last step. */
export const upload = (companies: Layer.Layer<Connectors>, company: string, content: string) =>
  Effect.gen(function* () {
    const { connector } = Option.getOrThrow(yield* (yield* Connectors).find(company))
    const login = Redacted.make({ type: "PDF_DOCUMENT", fileName: "policy.pdf", content } as const)
    const order = { company, products: ["INSURANCE"], loginMethod: "PDF_UPLOAD", login } as const
    const collecting = yield* connector.begin(order, "a-collection/0")
    return yield* connector.resume(collecting.session, { _tag: "Tick" }, "a-collection/1")
  }).pipe(Effect.provide(PdfUpload.withPdfUpload(companies)))
