import { ArchiveError, encodeLatin1, parseUnresolvedName } from '@packwright/core';
import { joaat } from '../joaat.ts';
import { deepestDirectory } from '../layout.ts';
import type { FilePlan, PlanNode } from './plan-node.ts';

/** What a path leads to. */
interface Place {
  readonly parent: PlanNode;
  /** Last part of the path. */
  readonly name: string;
}

/** The tree of an archive to be, built from paths; parts are told apart as the table will tell them. */
export class TreePlan {
  readonly root: PlanNode;
  readonly #names: 'text' | 'hash';
  /** Children by key, for each directory. */
  readonly #children = new Map<PlanNode, Map<string, PlanNode>>();

  constructor(names: 'text' | 'hash', root: Pick<PlanNode, 'name'>) {
    this.#names = names;
    this.root = { name: root.name, hash: 0, path: '', time: 0, children: [] };
  }

  /** Adds a file; a second one of its path is `WRITE_REFUSED`. */
  addFile(path: string, file: FilePlan, time = 0): PlanNode {
    const place = this.#makePlace(path);
    const node = this.#makeNode(place.name, path, time, file);
    this.attach(place.parent, node);
    return node;
  }

  /** Adds a directory and those it lies in; one that is there already stays. */
  addDirectory(path: string): PlanNode {
    const place = this.#makePlace(path);
    return this.#openDirectory(place.parent, place.name, path);
  }

  /** Puts a node into a directory; `WRITE_REFUSED` when the directory has one of its name. */
  attach(parent: PlanNode, node: PlanNode): void {
    const children = this.#childrenOf(parent);
    const key = this.#keyOf(node);
    const other = children.get(key);
    if (other !== undefined) throw refusePath(node.path, `has the place of ${JSON.stringify(other.path)}`);
    children.set(key, node);
    parent.children.push(node);
  }

  /** Puts a node of an existing archive into a directory, whatever is there already. */
  adopt(parent: PlanNode, node: PlanNode): void {
    const children = this.#childrenOf(parent);
    const key = this.#keyOf(node);
    if (!children.has(key)) children.set(key, node);
    parent.children.push(node);
  }

  /** Puts a node in the place of another of the same name. */
  exchange(parent: PlanNode, old: PlanNode, node: PlanNode): void {
    const children = this.#childrenOf(parent);
    const key = this.#keyOf(node);
    if (children.get(key) === old) children.set(key, node);
    const at = parent.children.indexOf(old);
    if (at >= 0) parent.children[at] = node;
  }

  /** Takes a node out of its directory. */
  detach(parent: PlanNode, node: PlanNode): void {
    const children = this.#childrenOf(parent);
    const key = this.#keyOf(node);
    if (children.get(key) === node) children.delete(key);
    const at = parent.children.indexOf(node);
    if (at >= 0) parent.children.splice(at, 1);
  }

  /** The directory that a path's last part goes into, made where it is missing, and a node for that part. */
  moveTo(path: string, node: PlanNode): { readonly parent: PlanNode; readonly node: PlanNode } {
    const { parent, name } = this.#makePlace(path);
    const moved = this.#makeNode(name, path, node.time, node.file);
    moved.children.push(...node.children);
    const children = this.#children.get(node);
    if (children !== undefined) this.#children.set(moved, children);
    this.attach(parent, moved);
    return { parent, node: moved };
  }

  #makePlace(path: string): Place {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    if (parts.length > deepestDirectory)
      throw refusePath(path, `lies deeper than ${deepestDirectory} directories`);
    let parent = this.root;
    let walked = '';
    for (const part of parts) {
      walked = walked === '' ? part : `${walked}/${part}`;
      parent = this.#openDirectory(parent, part, walked);
    }
    return { parent, name };
  }

  #openDirectory(parent: PlanNode, name: string, path: string): PlanNode {
    const node = this.#makeNode(name, path, 0, undefined);
    const known = this.#childrenOf(parent).get(this.#keyOf(node));
    if (known === undefined) {
      this.attach(parent, node);
      return node;
    }
    if (known.file !== undefined) throw refusePath(path, 'is a file and a directory at once');
    return known;
  }

  #makeNode(name: string, path: string, time: number, file: FilePlan | undefined): PlanNode {
    checkName(name, path);
    const hash = this.#names === 'hash' ? parseUnresolvedName(name, 32) : undefined;
    const bytes = hash === undefined ? encodeLatin1(name) : new Uint8Array(0);
    return {
      name: bytes,
      hash: hash === undefined ? joaat(bytes) : Number(hash),
      path,
      time,
      file,
      children: [],
    };
  }

  #keyOf(node: PlanNode): string {
    return this.#names === 'hash' ? String(node.hash) : String.fromCharCode(...node.name);
  }

  #childrenOf(node: PlanNode): Map<string, PlanNode> {
    let children = this.#children.get(node);
    if (children === undefined) {
      children = new Map();
      this.#children.set(node, children);
    }
    return children;
  }
}

/** Refuses names that no folder could hold: readers of these archives stumble over them. */
function checkName(name: string, path: string): void {
  if (name === '') throw refusePath(path, 'has an empty name');
  if (name === '.' || name === '..') throw refusePath(path, `has the name ${name}`);
  if (name.length > 255)
    throw refusePath(path, `has a name of ${name.length} characters, expected at most 255`);
  for (const character of name) {
    if (character < ' ' || character === '\\' || character === ':') {
      throw refusePath(path, `has the character ${JSON.stringify(character)}`);
    }
  }
}

/** The error for a path that cannot be written. */
function refusePath(path: string, why: string): ArchiveError {
  return new ArchiveError('WRITE_REFUSED', `The path ${JSON.stringify(path)} ${why}.`, { path });
}
