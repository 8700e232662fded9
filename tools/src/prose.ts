/**
 * `npm run prose`: fails if a document, a description in OpenAPI or a comment breaks a style rule. Arguments limit the
 * check to paths that start with one of them, such as `packages/domain`.
 */
import { fileURLToPath } from "node:url"
import * as Documents from "./openapi/Documents.ts"
import { lint } from "./prose/Lint.ts"
import type { Text } from "./prose/Texts.ts"
import { all } from "./prose/Texts.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const places = process.argv.slice(2)
const isChosen = ({ place }: Text) => places.length === 0 || places.some((chosen) => place.startsWith(chosen))
const findings = await lint(all(root, Documents.all()).filter(isChosen))
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
