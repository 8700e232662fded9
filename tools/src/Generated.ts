/** Files of `docs` that are made from the code, so that they cannot say anything else than it. */
import { ConfigFile } from "@sheaf/app-api/ConfigFile"
import { ProblemCode } from "@sheaf/http-contract"
import { Schema } from "effect"

const configSchema = (): string => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(ConfigFile)
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The configuration file of Sheaf",
    ...schema,
    $defs: definitions
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const errors = (): string => {
  const rows = ProblemCode.all.map((code) => {
    const { status, title } = ProblemCode.table[code]
    return `| \`${code}\` | ${status} | ${title} |`
  })
  return `# Errors

Every failure is a problem document (RFC 9457); \`code\` is what to switch over, \`detail\` says what happened this time.
Codes may be added: treat one that is not known by its status. Which operation answers with which codes is in its OpenAPI
document. This page is made from the code by \`npm run generate\`.

| code | status | title |
|---|---|---|
${rows.join("\n")}
`
}

/** What each file, named from the root of the repository, must hold. */
export const files = (): Readonly<Record<string, string>> => ({
  "docs/config.schema.json": configSchema(),
  "docs/errors.md": errors()
})
