/** The limit on the service's memory growth during an attack, in megabytes (decisions 14). */
export const mostGrowth = 50
