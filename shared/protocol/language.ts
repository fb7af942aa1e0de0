// What the extension tells the engine process about descriptions, beyond the language server protocol.

/** A file of descriptions in the workspace, whether it is open in an editor or not. */
export interface DescriptionFile {
  uri: string;
  text: string;
}

/** All of them, each time one changes. */
export const descriptionFilesMethod = 'heaptrail/descriptionFiles';

/** No trace is open any more whose types the language should know. */
export const forgetTraceMethod = 'heaptrail/forgetTrace';

/** Absolute names of the classes in the workspace's sources. */
export const workspaceTypesMethod = 'heaptrail/workspaceTypes';

/** The text of a file that comes with Heaptrail, by its URI. */
export const shippedTextMethod = 'heaptrail/shippedText';

/** The scheme of such URIs. */
export const shippedScheme = 'heaptrail';

export const descriptionLanguage = 'heaptrail-ds';
