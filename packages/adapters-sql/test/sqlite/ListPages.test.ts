/** Tests which rows SQLite reads for a page of a list. */
import * as Database from "../Database.ts"
import { listPages } from "../ListPages.ts"

listPages("SQLite", Database.stores)
