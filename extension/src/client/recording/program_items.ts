// The programs of the workspace that can be recorded, as a list to pick from: main classes that the Java extension knows or a build has
// left, jars that can be started, and the open file where it runs from source.
import { readFile } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import * as vscode from 'vscode';
import { readEntry } from '../sources/source_archive';
import { classNameOf, classPath, outputGlob, outputRoot } from './build_outputs';
import { startableClass } from './class_file';
import { quoteWords } from './command_line';
import { commandLineOf, type Execute, type KnownMainClass, knownMainClasses } from './java_extension';
import { runsAlone } from './single_file';

export interface Program extends vscode.QuickPickItem {
  line: string;
  folder?: vscode.WorkspaceFolder | undefined;
  /** A better line than that, which takes a moment to find. */
  resolve?: () => Promise<string | undefined>;
}

const debuggerOfJava = 'vscjava.vscode-java-debug';
const mostClassFiles = 5000;
const mostClasses = 100;
const mostJars = 40;
/** A process may have only so many files open. */
const filesAtOnce = 64;
const notOurs = '**/{node_modules,.git}/**';

export async function programsOfWorkspace(): Promise<Program[]> {
  const [known, built, alone, startable] = await Promise.all([ofJavaExtension(), ofBuilds(), openFile(), jars()]);
  // The Java extension knows the whole class path.
  const names = new Set(known.map(({ label }) => label));
  return [...alone, ...known, ...built.filter(({ label }) => !names.has(label)), ...startable];
}

async function ofJavaExtension(): Promise<Program[]> {
  const execute = javaCommands();
  if (!execute) return [];
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const known = await knownMainClasses(execute, folder.uri.toString());
      return known.slice(0, mostClasses).map((main) => knownProgram(execute, main, folder));
    }),
  );
  return found.flat();
}

/** Not there while the extension is not: starting it would take minutes. */
function javaCommands(): Execute | undefined {
  if (!vscode.extensions.getExtension(debuggerOfJava)?.isActive) return undefined;
  return (command, ...given) => vscode.commands.executeCommand('java.execute.workspaceCommand', command, ...given);
}

function knownProgram(execute: Execute, main: KnownMainClass, folder: vscode.WorkspaceFolder): Program {
  return {
    label: classLabel(main.mainClass.split('/').at(-1) ?? main.mainClass),
    description: main.projectName,
    line: quoteWords(['java', main.mainClass]),
    folder,
    resolve: () => commandLineOf(execute, main),
  };
}

async function ofBuilds(): Promise<Program[]> {
  const files = await vscode.workspace.findFiles(outputGlob, notOurs, mostClassFiles);
  const programs: Program[] = [];
  for (let i = 0; i < files.length; i += filesAtOnce) {
    programs.push(...(await Promise.all(files.slice(i, i + filesAtOnce).map(builtProgram))).flat());
  }
  return programs.sort((one, other) => (one.label < other.label ? -1 : 1)).slice(0, mostClasses);
}

async function builtProgram(uri: vscode.Uri): Promise<Program[]> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return [];
  const file = relative(folder.uri.fsPath, uri.fsPath);
  const root = outputRoot(file);
  // A class that lies elsewhere than its name says cannot be found by a JVM.
  const expected = root && classNameOf(root, file);
  if (!root || !expected) return [];
  const bytes = await readFile(uri.fsPath).catch(() => Buffer.alloc(0));
  if (startableClass(bytes) !== expected) return [];
  const path = await classPath(folder.uri.fsPath, root);
  return [
    {
      label: classLabel(expected),
      description: root,
      line: quoteWords(['java', '-cp', path.join(':'), expected]),
      folder,
    },
  ];
}

async function openFile(): Promise<Program[]> {
  const document = vscode.window.activeTextEditor?.document;
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  if (!folder || document.languageId !== 'java' || document.uri.scheme !== 'file') return [];
  const own = basename(document.uri.fsPath);
  const around = await vscode.workspace.fs.readDirectory(vscode.Uri.file(dirname(document.uri.fsPath)));
  const neighbours = around.flatMap(([name]) => (name.endsWith('.java') && name !== own ? name.slice(0, -5) : []));
  if (!runsAlone(document.getText(), neighbours)) return [];
  const file = relative(folder.uri.fsPath, document.uri.fsPath);
  return [
    {
      label: `$(file-code) ${own}`,
      description: vscode.l10n.t('the open file, run from source'),
      line: quoteWords(['java', file]),
      folder,
    },
  ];
}

const noProgram = /(-sources|-javadoc|-tests|-plain)\.jar$|\/original-[^/]*\.jar$/;

async function jars(): Promise<Program[]> {
  const found = await vscode.workspace.findFiles('**/{target,build/libs,out/artifacts/*}/*.jar', notOurs, mostJars);
  const programs = await Promise.all(found.filter((uri) => !noProgram.test(uri.path)).map(jarProgram));
  return programs.flat().sort((one, other) => (one.label < other.label ? -1 : 1));
}

async function jarProgram(uri: vscode.Uri): Promise<Program[]> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const manifest = await readEntry(uri.fsPath, 'META-INF/MANIFEST.MF').catch(() => '');
  if (!folder || !/^Main-Class:/im.test(manifest)) return [];
  const file = relative(folder.uri.fsPath, uri.fsPath);
  return [
    { label: `$(package) ${basename(file)}`, description: file, line: quoteWords(['java', '-jar', file]), folder },
  ];
}

const classLabel = (name: string) => `$(symbol-class) ${name}`;
