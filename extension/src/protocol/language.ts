// What the extension tells the engine process about descriptions, beyond the language server protocol.

/** A file of descriptions in the workspace, whether it is open in an editor or not. */
export interface DescriptionFile {
  uri: string;
  text: string;
}

/** All of them, each time one changes. */
export const descriptionFilesMethod = 'heaptrail/descriptionFiles';

/** The types of another trace are known from now on. */
export const typesChangedMethod = 'heaptrail/typesChanged';

/** The text of a file that comes with Heaptrail, by its URI. */
export const shippedTextMethod = 'heaptrail/shippedText';

/** The scheme of such URIs. */
export const shippedScheme = 'heaptrail';

export const descriptionLanguage = 'heaptrail-ds';
