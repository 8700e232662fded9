/** The durable engine on SQLite. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { WorkflowJournal } from "@sheaf/ports"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import { engineOn, engineSuite } from "./EngineSuite.ts"

engineSuite("SQLite", Database.layer)

layer(engineOn(Database.layer), { excludeTestServices: true })("the durable engine on SQLite", (it) => {
  const test = testsOf(it, WorkflowJournal)

  test("finds the rows of an execution by an index", function* () {
    const sql = yield* SqlClient.SqlClient
    const plan = yield* sql<{ detail: string }>`EXPLAIN QUERY PLAN
        DELETE FROM cluster_messages WHERE entity_type = 'Workflow/Tiny' AND entity_id = 'any'`
    assert.include(plan.map(({ detail }) => detail).join(), "sheaf_cluster_message_address")
  })
})
