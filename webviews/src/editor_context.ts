// What a command in the editor's context menu is told about the place in the view that was clicked. Contexts of elements around it are
// told, too. The names are the editor's (`webviewSection` is what menus ask for).

/** A row of this type: what can be done with a type. */
export const typeContext = (type: string) =>
  JSON.stringify({ webviewSection: 'type', type, preventDefaultContextMenuItems: true });

/** The point that is shown, null for the suggested one. */
export const pointContext = (at: number | null) =>
  JSON.stringify({ ...(at === null ? {} : { at: String(at) }), preventDefaultContextMenuItems: true });
