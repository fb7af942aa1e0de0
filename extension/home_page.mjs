// Where the project lives, for the manifest of a package: wherever the clone came from that it is made of.
import { execFileSync } from 'node:child_process';

/**
 * The page of a project whose Git remote has this address, without a user's name or password; undefined where a stranger's browser could
 * not open it: a folder, a machine without a public name.
 * @param {string} remote such as `git@example.org:team/project.git` or `https://example.org/team/project`
 */
export function homePage(remote) {
  const [, host, path = ''] =
    /^https?:\/\/(?:[^@/]*@)?([^/:@]+)\/(.+)$/.exec(remote) ??
    /^ssh:\/\/(?:[^@/]*@)?([^/:@]+)(?::\d+)?\/(.+)$/.exec(remote) ??
    /^(?:[^@/:]+@)([^/:@]+):([^/].*)$/.exec(remote) ??
    [];
  const isPublic = host !== undefined && /^([\w-]+\.)+[a-z]{2,}$/i.test(host) && !/\.(local|internal|lan)$/i.test(host);
  return isPublic ? `https://${host}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}` : undefined;
}

/** @param {string} folder with the clone */
export function homePageOfClone(folder) {
  try {
    return homePage(
      execFileSync('git', ['-C', folder, 'remote', 'get-url', 'origin'], { encoding: 'utf8', stdio: 'pipe' }).trim(),
    );
  } catch {
    // No clone, or one that came from nowhere.
    return undefined;
  }
}

/**
 * What a manifest says of it.
 * @param {string | undefined} page
 */
export function homeInManifest(page) {
  if (page === undefined) return {};
  return {
    homepage: `${page}#readme`,
    repository: { type: 'git', url: `${page}.git` },
    bugs: { url: `${page}/issues` },
  };
}
