/** Files of `docs` that are made from the code, so that they cannot say anything else than it. */
import { ConfigFile } from "@sheaf/app-api/ConfigFile"
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

/** What each file, named from the root of the repository, must hold. */
export const files = (): Readonly<Record<string, string>> => ({ "docs/config.schema.json": configSchema() })
