/** The members of each client's groups on the current day, in memory. */
import type { CountedGroup } from "@sheaf/ports"

interface ClientGroups {
  /** The groups' members. The group that was used last is the last. */
  readonly groups: Map<string, Set<string>>
  /** The number of members in all groups. */
  members: number
}

/**
 * Makes a function that adds a member to a group, and returns true if the member is the first one too many. If a client
 * has more than `capacity` members, the function forgets the client's groups, the least recently used first.
 */
export const make = (capacity: number) => {
  let today = ""
  const clients = new Map<string, ClientGroups>()

  return ({ clientId, day, most, name }: CountedGroup, member: string): boolean => {
    if (day !== today) clients.clear()
    today = day
    const own = clients.get(clientId) ?? { groups: new Map<string, Set<string>>(), members: 0 }
    clients.set(clientId, own)
    const { groups } = own
    const group = groups.get(name) ?? new Set()
    groups.delete(name)
    groups.set(name, group)
    if (group.size > most || group.has(member)) return false
    group.add(member)
    own.members++
    for (const [oldest, { size }] of groups) {
      if (own.members <= capacity || oldest === name) break
      groups.delete(oldest)
      own.members -= size
    }
    return group.size > most
  }
}
