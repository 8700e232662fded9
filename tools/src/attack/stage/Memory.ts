/** The growth of memory that the service promises not to exceed during an attack, in megabytes (decisions 14). */
export const mostGrowth = 50
