/** A company appears once on the permission page, under its most far-reaching permission. */
import { assert, describe, it } from "vitest"
import type { Permission, PermittedMonitor } from "../src/connect/models/Permission.ts"
import { collectionsIn, groupByCompany } from "../src/connect/models/PermissionGroups.ts"

const collection = (name: string, isErased = false): Permission => ({
  id: `collection of ${name}`,
  name,
  isConsent: false,
  status: "COMPLETED",
  isOpen: false,
  counts: isErased ? {} : { insurances: 3 },
  givenAt: "2026-11-20T08:10:00Z",
  lastReadAt: "2026-11-20T08:11:00Z",
  canEnd: !isErased
})

const { lastReadAt: _, ...unread } = collection("A")

const empty: Permission = { ...unread, status: "FAILED", counts: {} }

const consent = (name: string, status: string): Permission => {
  const isOpen = status === "AUTHORIZED" || status === "AWAITING_AUTHORIZATION"
  return { ...collection(name, !isOpen), id: `${status} consent of ${name}`, isConsent: true, status, isOpen }
}

const monitor = (name: string, status: string): PermittedMonitor => ({
  id: `monitor of ${name}`,
  name,
  status,
  products: ["INSURANCE"],
  every: "P1D",
  timeZone: "Europe/Stockholm",
  until: "2027-02-21T23:59:59Z",
  givenAt: "2026-11-20T08:10:00Z",
  policyEnds: [],
  isPausedByPerson: false
})

describe("a company on the permission page", () => {
  it.each([
    ["read, if its data was read and nothing is permitted", [collection("A")], [], "read"],
    [
      "now, if a consent permits more than what was read once",
      [collection("A"), consent("A", "AUTHORIZED")],
      [],
      "now"
    ],
    ["now, if a monitor looks again", [collection("A")], [monitor("A", "ACTIVE")], "now"],
    ["waiting, if its consent is not approved yet", [consent("A", "AWAITING_AUTHORIZATION")], [], "waiting"],
    ["waiting, if its monitor is paused", [collection("A")], [monitor("A", "PAUSED")], "waiting"],
    ["read, if its consent has ended and its data is kept", [consent("A", "REVOKED"), collection("A")], [], "read"],
    ["nothing, if its collection ended without data", [empty], [], "nothing"],
    ["nothing, if no data was found", [{ ...collection("A", true), status: "COMPLETED_EMPTY" }], [], "nothing"],
    ["read, if an earlier collection ended without data", [collection("A"), empty], [], "read"],
    ["earlier, if its consent has ended, and nothing was read", [consent("A", "REVOKED"), empty], [], "earlier"],
    [
      "earlier, if everything has ended",
      [consent("A", "EXPIRED"), collection("A", true)],
      [monitor("A", "ENDED")],
      "earlier"
    ]
  ] as const)("is in the group %s", (_, permissions, monitors, group) => {
    assert.deepStrictEqual(groupByCompany(permissions, monitors), [{ name: "A", group, permissions, monitors }])
  })

  it("keeps collections without data out of its details", () => {
    const permissions = [collection("A"), empty, collection("A", true), consent("A", "REVOKED")]
    const found = (["now", "read", "earlier"] as const).map((group) => collectionsIn({ permissions }, group))
    assert.deepStrictEqual(found, [[], [collection("A")], [collection("A", true)]])
  })

  it("keeps its own entries, and the order in which the companies came", () => {
    const found = groupByCompany([consent("B", "AUTHORIZED"), collection("A")], [monitor("C", "ACTIVE")])
    assert.deepStrictEqual(
      found.map(({ name, permissions, monitors }) => [name, permissions.length, monitors.length]),
      [
        ["B", 1, 0],
        ["A", 1, 0],
        ["C", 0, 1]
      ]
    )
  })
})
