/** A connector whose documents have dangerous names (decisions 10). */
import assert from "node:assert/strict"
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { company, endWith, loggingIn, withConnector } from "../stage/ScriptedConnector.ts"
import { plainStart } from "../stage/Starts.ts"

const names = [
  "../../etc/x.exe",
  "..\\..\\x.exe",
  "a\r\nSet-Cookie: x=1",
  ".htaccess",
  "policy\u202efdp.exe",
  "NUL",
  'a"; b="c',
  "x".repeat(400)
]

export const documentNames: Attack = {
  name: "document-names",
  summary: "gives documents names that could make a download overwrite other files or run",
  promise: "Documents are downloaded under a safe file name with the extension of the checked media type.",
  run: ({ withTarget }) => {
    const documents = names.map((name, index) => ({ documentId: String(index), name, contentType: "text/plain" }))
    const end = endWith(documents)
    const answers = { begin: loggingIn, resume: end, document: { status: 200, body: "MZ" } }
    const script = ({ name }: { readonly name: string }) =>
      name === "begin" || name === "resume" || name === "document" ? answers[name] : { status: 204, body: {} }
    return withConnector(script, (connector) =>
      withTarget({ config: { connectors: [connector] } }, async ({ attacker }) => {
        const id = await attacker.begin({ ...plainStart, company })
        const { status } = await attacker.poll(id, hasEnded)
        assert.equal(status, "COMPLETED")
        const records = await attacker.read<ReadonlyArray<{ documents: ReadonlyArray<{ documentId: string }> }>>(
          `/collections/${id}/insurance/data`
        )
        const documents = records.flatMap((each) => each.documents)
        assert.equal(documents.length, names.length)
        for (const { documentId } of documents) {
          const answer = await attacker.send(`/collections/${id}/insurance/document/${documentId}`)
          const disposition = answer.expect(200).header("content-disposition") ?? ""
          const file = decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? "")
          assert.match(file, /^[^./\\\s][^/\\\p{C}]{0,200}\.txt$/u, `the file name is ${disposition}`)
          assert.match(disposition, /^attachment; filename="[^"\\/]+\.txt";/)
        }
        return `${documents.length} names were made safe`
      })
    )
  }
}
