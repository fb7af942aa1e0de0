// What a frame's source is called: the package, the files it can be in, the classes around it, and the method as somebody wrote it. By names
// alone, as compilers make them. Knows nothing of the editor.
import type { Frame } from '../../../../shared/protocol/answers';

export interface SourceNames {
  /** With dots; empty for the unnamed one. Not known where the frame names folders, as of languages without packages. */
  package: string | undefined;
  /** Where the file lies, if it lies as its package says: `org/example`. */
  folder: string;
  /** What the file can be called, the likeliest first. */
  files: string[];
  /** The outermost class and those nested in it, down to the one meant; only those with a name in the source. */
  classes: string[];
}

export const sourceEndings = ['java', 'kt', 'groovy', 'scala'] as const;

/** Whether somebody wrote its code: classes that the JVM makes for lambdas lead nowhere else than to what called them. */
export const isWritten = ({ class: type }: Pick<Frame, 'class'>): boolean =>
  !/\$\$Lambda|\/(?:0x)?[0-9a-f]+$/i.test(type);

export function sourceNames({ class: type, file }: Pick<Frame, 'class' | 'file'>): SourceNames {
  const { packageName, classes } = classNames(type);
  if (file !== undefined && /[\\/]/.test(file)) {
    const parts = file
      .replace(/^\w+:\/\//, '')
      .split(/[\\/]/)
      .filter(isFolder);
    return { package: undefined, folder: parts.slice(0, -1).join('/'), files: parts.slice(-1), classes };
  }
  const files = file === undefined || file === '' ? guessedFiles(classes[0]) : [file];
  return { package: packageName, folder: packageName.replaceAll('.', '/'), files, classes };
}

const isFolder = (part: string) => part !== '' && part !== '.' && part !== '..';

/** `com.example.Tree$Node` → `com.example` and [Tree, Node]. */
export function classNames(type: string): { packageName: string; classes: string[] } {
  // Hidden classes have a number (`A$$Lambda$14/0x0000000800c03000`), and what generators add begins with two dollars.
  const visible = type
    .replace(/\/(?:0x)?[0-9a-f]+$/i, '')
    .replaceAll('/', '.')
    .replace(/(?:\[\])+$/, '');
  const dot = visible.lastIndexOf('.');
  const simple = visible.slice(dot + 1).replace(/(?<=.)\$\$.*$/, '');
  const classes = simple
    .split('$')
    // Compilers number anonymous classes, and put a number before the name of a local one.
    .map((part) => part.replace(/^\d+/, ''))
    .filter((part) => part !== '');
  return { packageName: visible.slice(0, Math.max(dot, 0)), classes };
}

function guessedFiles(outer: string | undefined): string[] {
  if (outer === undefined) return [];
  const files = sourceEndings.map((ending) => `${outer}.${ending}`);
  // Kotlin's functions outside of classes belong to a class that is called after the file.
  return /.Kt$/.test(outer) ? [`${outer.slice(0, -2)}.kt`, ...files] : files;
}

/** A method's name in the source: compilers move lambdas and accesses into methods of their own. */
export function writtenMethod(method: string): string {
  const name = method.replace(/\(.*$/, '');
  if (/^<.*>$/.test(name)) return name;
  const lambda = /^lambda\$(.+?)\$\d+$/.exec(name)?.[1];
  if (lambda !== undefined) return { new: '<init>', static: '<clinit>' }[lambda] ?? writtenMethod(lambda);
  const plain = name.replace(/^(?:access\$|\$anonfun\$)/, '');
  return /^([^$]+)\$/.exec(plain)?.[1] ?? plain;
}
