/** Adds search, tabs, buttons and forms to the developer pages, which are readable without this script. */
import "../styles/tokens.css"
import "../styles/base.css"
import "./shell.css"
import "./article.css"
import "./rows.css"
import "./tables.css"
import "./problems.css"
import "./code.css"
import "./members.css"
import "./reference.css"
import "./try.css"
import "./search.css"
import { button, element } from "./Elements.ts"
import * as CodeFigures from "./CodeFigures.ts"
import * as Contents from "./Contents.ts"
import * as Edges from "./Edges.ts"
import * as Filters from "./Filters.ts"
import * as Origin from "./Origin.ts"
import * as RequestForms from "./RequestForms.ts"
import * as Search from "./Search.ts"

Origin.adopt()
Search.start()
CodeFigures.complete()
RequestForms.complete()
Filters.complete()
Edges.complete()
Contents.follow()

// Error pages get a link back if the reader came from a page of this service.
if (document.querySelector(".support") && document.referrer.startsWith(`${location.origin}/`))
  document.querySelector(".actions__links")?.append(
    element(
      "li",
      {},
      button("Back", "back", () => history.back())
    )
  )
