/** Completes the pages for developers, which are readable without this script: search, tabs, buttons, forms. */
import "../styles/tokens.css"
import "../styles/base.css"
import "./shell.css"
import "./article.css"
import "./code.css"
import "./reference.css"
import "./search.css"
import * as CodeFigures from "./CodeFigures.ts"
import * as Contents from "./Contents.ts"
import * as Origin from "./Origin.ts"
import * as RequestForms from "./RequestForms.ts"
import * as Search from "./Search.ts"

Origin.adopt()
Search.start()
CodeFigures.complete()
RequestForms.complete()
Contents.follow()
