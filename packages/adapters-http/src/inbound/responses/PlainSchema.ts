/** Recognizes schemas without transformations, whose valid values can be sent without encoding. */
import type { SchemaAST } from "effect"

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> | undefined => {
  switch (ast._tag) {
    case "Objects":
      return [
        ...ast.propertySignatures.map(({ type }) => type),
        ...ast.indexSignatures.flatMap(({ parameter, type }) => [parameter, type])
      ]
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Union":
      return ast.types
    case "Suspend":
      return [ast.thunk()]
    case "Boolean":
    case "Literal":
    case "Never":
    case "Null":
    case "Number":
    case "String":
      return []
    default:
      return undefined
  }
}

export const isPlainJsonSchema = (whole: SchemaAST.AST): boolean => {
  const seen = new Set<SchemaAST.AST>()
  const isPlainPart = (ast: SchemaAST.AST): boolean => {
    if (seen.has(ast)) return true
    seen.add(ast)
    return ast.encoding === undefined && (partsOf(ast)?.every(isPlainPart) ?? false)
  }
  return isPlainPart(whole)
}
