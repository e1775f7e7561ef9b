/** The side-car that `extract --recipe` writes and `create --recipe` reads; never packed as a file. */
export const recipeFileName = '.packwright-recipe';
