// swift-format-ignore-file
// Made by scripts/make-page from the files in Document: change those, and run it again.

/// The page without its recordings: what stands in Document, as text.
enum PageDocument {
  /// The names of the scripts, in the order in which they stand in the page.
  static let scriptNames = ["time", "recording", "wave", "row", "list", "player", "playerbar", "finder", "address", "keys", "main"]

  /// What the policy of the page knows the one script and the one style sheet by.
  static let scriptHash = "sha256-4+RoBdawwUVsM0j0kHtXbbKKOVqAM4x6H6E4eggGpzI="
  static let styleHash = "sha256-A6om2uMWQOnltC2qrmLRkv2XGrXqg080yCg6gkOZrGQ="

  static let template = ###"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="{{generator}}">
<meta name="wavethumb" content="{{stamp}}">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Recordings</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%231e90ff' stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M2 7v2M5 4v8M8 1.5v13M11 5v6M14 7v2'/%3E%3C/svg%3E">
<style>{{style}}</style>
</head>
<body>
<header id="top">
  <div class="heading">
    <h1 id="library">Recordings</h1>
    <p id="count" role="status"></p>
    <button id="help-button" class="quiet" type="button" aria-label="Keyboard shortcuts" hidden>?</button>
  </div>
  <form id="finder" role="search" hidden>
    <label class="field filter">
      <span class="unseen">Filter by title, artist, album or path</span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>
      <input id="filter" type="search" placeholder="Title, artist, album or path" autocomplete="off" autocapitalize="none" spellcheck="false" aria-keyshortcuts="/">
    </label>
    <label class="field"><span class="unseen">Folder</span><select id="folder"></select></label>
    <label class="field"><span class="unseen">Show</span><select id="shown"></select></label>
    <label class="field">
      <span class="unseen">Sort by</span>
      <select id="order">
        <option value="path">Path</option>
        <option value="title">Title</option>
        <option value="duration">Duration</option>
        <option value="loudness">Loudness</option>
      </select>
    </label>
    <button id="direction" class="quiet" type="button" aria-pressed="false" aria-label="Reverse order">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4v16m-4-4 4 4 4-4M16 20V4m-4 4 4-4 4 4"/></svg>
    </button>
  </form>
</header>

<main>
  <ol id="recordings" role="list" aria-label="Recordings"></ol>
  <p id="nothing" hidden>Nothing here matches. <button id="clear" type="button">Show everything</button></p>
</main>

<section id="player" aria-label="Player" hidden>
  <div class="controls">
    <button id="previous" class="quiet" type="button" aria-label="Previous recording">
      <svg class="icon solid" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5h2.5v14H6zM19 5v14L9.5 12z"/></svg>
    </button>
    <button id="play" class="play" type="button" aria-keyshortcuts="Space">
      <svg class="icon solid" viewBox="0 0 24 24" aria-hidden="true"><path class="start" d="M8 5v14l11-7z"/><path class="stop" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg>
    </button>
    <button id="next" class="quiet" type="button" aria-label="Next recording">
      <svg class="icon solid" viewBox="0 0 24 24" aria-hidden="true"><path d="M15.5 5H18v14h-2.5zM5 5v14l9.5-7z"/></svg>
    </button>
  </div>
  <div class="words">
    <a id="now" class="title" href="#"><bdi></bdi></a>
    <p id="detail" class="detail"><bdi></bdi></p>
  </div>
  <div id="now-wave" class="place"></div>
  <span id="clock" class="time" role="timer"></span>
  <label class="field"><span class="unseen">Speed</span>
    <select id="speed">
      <option value="0.75">0.75×</option>
      <option value="1" selected>1×</option>
      <option value="1.25">1.25×</option>
      <option value="1.5">1.5×</option>
      <option value="1.75">1.75×</option>
      <option value="2">2×</option>
    </select>
  </label>
  <button id="chapters-button" class="quiet" type="button" aria-expanded="false" aria-controls="chapters" aria-label="Chapters" title="Chapters">
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01"/></svg>
  </button>
  <ol id="chapters" role="list" aria-label="Chapters" hidden></ol>
  <audio id="audio" preload="metadata"></audio>
</section>

<p id="announcement" class="unseen" role="status"></p>

<dialog id="help" aria-labelledby="help-title">
  <h2 id="help-title">Keyboard</h2>
  <dl>
    <dt><kbd>Space</kbd></dt><dd>Play or pause</dd>
    <dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Back or on by 5 seconds, with Shift by 30</dd>
    <dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></dt><dd>Next or previous row</dd>
    <dt><kbd>Enter</kbd></dt><dd>Play this row</dd>
    <dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>First or last row</dd>
    <dt><kbd>/</kbd></dt><dd>Filter; <kbd>Esc</kbd> clears it</dd>
    <dt><kbd>?</kbd></dt><dd>This help</dd>
  </dl>
  <form method="dialog"><button>Close</button></form>
</dialog>

<template id="row">
  <li class="row">
    <button class="play" type="button" tabindex="-1">
      <svg class="icon solid" viewBox="0 0 24 24" aria-hidden="true"><path class="start" d="M8 5v14l11-7z"/><path class="stop" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg>
    </button>
    <div class="words">
      <p class="heading"><a class="title" tabindex="-1"><bdi></bdi></a> <span class="badge"></span></p>
      <p class="detail"><bdi class="by"></bdi><button class="folder" type="button" tabindex="-1"><bdi></bdi></button></p>
    </div>
    <div class="place"></div>
    <p class="problem"></p>
    <span class="time"></span>
  </li>
</template>

<template id="wave">
  <div class="wave" role="slider" tabindex="-1" aria-valuemin="0">
    <svg preserveAspectRatio="none" aria-hidden="true">
      <mask maskUnits="userSpaceOnUse" x="0" y="0"><image preserveAspectRatio="none"/></mask>
      <g><rect class="unplayed"/><rect class="played"/></g>
    </svg>
    <div class="ticks" aria-hidden="true"></div>
    <div class="needle" aria-hidden="true"></div>
    <div class="hint" aria-hidden="true"></div>
  </div>
</template>

<script type="application/json" id="data">{{data}}</script>
<script>{{script}}</script>
<noscript>{{list}}</noscript>
</body>
</html>
"""###

  static let style = ###"""
/* The page of a library: a list of recordings with their waveforms, and a player below it. */

:root {
  --paper: #fff;
  --raised: #f5f6f7;
  --ink: #16181c;
  --soft: #5b616b;
  --line: #e3e5e8;
  --unplayed: #8b919b;
  --played: #0b6bcb;
  --on-played: #fff;
  --warning: #a3410a;
  --wide: 80rem;
  --gap: 1rem;
  --row: 6.25rem;
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: #111317;
    --raised: #1b1e24;
    --ink: #eceef1;
    --soft: #a2a8b3;
    --line: #2a2e36;
    --unplayed: #737a86;
    --played: #5cb3ff;
    --on-played: #0a1420;
    --warning: #ffab7a;
  }
}

* {
  box-sizing: border-box;
}

html {
  font: 100%/1.4 system-ui, sans-serif;
  color: var(--ink);
  background: var(--paper);
  accent-color: var(--played);
}

body,
h1,
h2,
p,
ol,
dl,
dd {
  margin: 0;
  padding: 0;
}

ol {
  list-style: none;
}

[hidden] {
  display: none !important;
}

/* Seen by nobody, heard by a screen reader. */
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

:focus-visible {
  outline: 2px solid var(--played);
  outline-offset: 2px;
  border-radius: 4px;
}

/* Controls */

button,
input,
select {
  font: inherit;
  color: inherit;
}

button,
select {
  cursor: pointer;
}

.icon {
  width: 1.25rem;
  height: 1.25rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.8;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.icon.solid {
  fill: currentColor;
  stroke-width: 1;
}

.field {
  position: relative;
  display: flex;
}

.field select,
.field input,
#clear,
dialog button {
  height: 2.25rem;
  min-width: 0;
  padding: 0 0.6rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--raised);
}

.quiet {
  display: grid;
  place-items: center;
  min-width: 2.25rem;
  height: 2.25rem;
  padding: 0 0.5rem;
  border: 0;
  border-radius: 0.5rem;
  background: none;
  color: var(--soft);
}

.quiet:hover,
.quiet[aria-pressed="true"],
.quiet[aria-expanded="true"] {
  background: var(--raised);
  color: var(--ink);
}

.play {
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 50%;
  background: none;
}

.play:hover {
  border-color: var(--played);
  color: var(--played);
}

.play .stop,
.playing .play .start {
  display: none;
}

.playing .play .stop {
  display: inline;
}

.playing .play,
#player .play {
  border-color: var(--played);
  background: var(--played);
  color: var(--on-played);
}

/* What stands above the list */

#top {
  position: sticky;
  z-index: 2;
  top: 0;
  padding: 0.75rem max(var(--gap), calc((100vw - var(--wide)) / 2));
  border-bottom: 1px solid var(--line);
  background: var(--paper);
}

.heading {
  display: flex;
  align-items: baseline;
  gap: 0.75rem;
  min-width: 0;
}

#top h1 {
  overflow: hidden;
  font-size: 1.35rem;
  font-weight: 650;
  letter-spacing: -0.01em;
  text-overflow: ellipsis;
  white-space: nowrap;
}

#count {
  flex: 1;
  color: var(--soft);
  white-space: nowrap;
}

#help-button {
  align-self: center;
}

#finder {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin-top: 0.5rem;
}

#finder .filter {
  flex: 1 1 16rem;
}

#finder .filter input {
  width: 100%;
  padding-left: 2.25rem;
}

#finder .filter .icon {
  position: absolute;
  left: 0.6rem;
  top: 0.5rem;
  color: var(--soft);
  pointer-events: none;
}

#finder select {
  max-width: 13rem;
}

/* The list: rows are placed by the script, each at its multiple of the height of a row. */

main {
  max-width: var(--wide);
  margin: 0 auto;
}

#recordings {
  position: relative;
}

.row {
  position: absolute;
  inset: 0 0 auto;
  display: grid;
  grid-template-columns: 2.75rem minmax(0, 5fr) minmax(0, 8fr) 4.25rem;
  align-items: center;
  gap: 1.25rem;
  height: var(--row);
  padding: 0 var(--gap);
  border-bottom: 1px solid var(--line);
  contain: layout style;
}

.row.selected {
  background: var(--raised);
}

.row.current {
  box-shadow: inset 3px 0 var(--played);
}

.words {
  min-width: 0;
}

.row .words {
  grid-column: 2;
}

.row .place,
.row .problem {
  grid-column: 3;
}

.row .time {
  grid-column: 4;
}

.title,
.by,
.folder,
.detail {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.title {
  color: inherit;
  font-weight: 600;
  text-decoration: none;
}

.title:hover {
  color: var(--played);
}

.detail {
  display: flex;
  gap: 0.25rem 0.75rem;
  color: var(--soft);
  font-size: 0.875rem;
}

.row .detail {
  flex-direction: column;
  align-items: start;
  gap: 0;
}

.row .detail > * {
  max-width: 100%;
}

.folder {
  padding: 0;
  border: 0;
  background: none;
  color: var(--soft);
  text-align: start;
}

.folder:hover {
  color: var(--played);
  text-decoration: underline;
}

.badge {
  flex: none;
  padding: 0 0.4rem;
  border: 1px solid currentColor;
  border-radius: 1rem;
  color: var(--soft);
  font-size: 0.75rem;
}

.badge:empty,
.problem:empty,
.by:empty {
  display: none;
}

.row.failed .badge,
.row.unplayable .badge {
  color: var(--warning);
}

.problem {
  display: -webkit-box;
  overflow: hidden;
  max-height: 4.2em;
  color: var(--soft);
  font-size: 0.875rem;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
}

.time {
  color: var(--soft);
  font-size: 0.875rem;
  font-variant-numeric: tabular-nums;
  text-align: end;
  white-space: nowrap;
}

#nothing {
  padding: 4rem var(--gap);
  color: var(--soft);
  text-align: center;
}

/* A waveform: its picture is a mask, so that one file serves light, dark, played and not yet played. */

.place {
  min-width: 0;
}

.wave {
  position: relative;
  height: 4.5rem;
  cursor: pointer;
  touch-action: pan-y;
  user-select: none;
}

.wave svg {
  display: block;
  width: 100%;
  height: 100%;
}

.wave mask {
  mask-type: alpha;
}

.wave .unplayed {
  fill: var(--unplayed);
}

.wave .played {
  fill: var(--played);
}

.wave.opaque .unplayed {
  fill: none;
}

.wave.opaque .played {
  opacity: 0.3;
}

.wave.missing svg {
  border-bottom: 1px dashed var(--unplayed);
  height: 50%;
}

.ticks i {
  position: absolute;
  bottom: -0.4rem;
  width: 2px;
  height: 0.4rem;
  margin-left: -1px;
  background: var(--soft);
}

.needle,
.hint {
  position: absolute;
  display: none;
  pointer-events: none;
}

.needle {
  top: 0;
  bottom: 0;
  width: 1px;
  background: var(--ink);
}

.hint {
  z-index: 1;
  bottom: calc(100% - 0.9rem);
  overflow: hidden;
  max-width: 100%;
  padding: 0.05rem 0.4rem;
  border-radius: 0.25rem;
  background: var(--ink);
  color: var(--paper);
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.wave.pointed .needle,
.wave.pointed .hint {
  display: block;
}

/* What plays, below the list */

#player {
  position: fixed;
  z-index: 2;
  inset: auto 0 0;
  display: grid;
  grid-template-columns: auto minmax(8rem, 1fr) minmax(0, 2fr) auto auto auto;
  align-items: center;
  gap: 0.5rem 1rem;
  padding: 0.6rem max(var(--gap), calc((100vw - var(--wide)) / 2));
  padding-bottom: calc(0.6rem + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
  background: var(--paper);
  box-shadow: 0 -0.5rem 1.5rem rgb(0 0 0 / 8%);
}

#player .controls {
  display: flex;
  align-items: center;
  gap: 0.25rem;
}

#player .title {
  display: block;
}

#player .detail {
  display: block;
}

#player.unplayable .detail {
  color: var(--warning);
  white-space: normal;
}

#player.unplayable .time {
  display: none;
}

#player .wave {
  height: 2.75rem;
}

#player .wave .hint {
  bottom: 100%;
}

#chapters {
  position: absolute;
  right: max(var(--gap), calc((100vw - var(--wide)) / 2));
  bottom: calc(100% + 0.5rem);
  overflow: auto;
  width: min(26rem, calc(100vw - 2 * var(--gap)));
  max-height: 50vh;
  padding: 0.35rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--paper);
  box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 18%);
}

#chapters button {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  width: 100%;
  padding: 0.4rem 0.6rem;
  border: 0;
  border-radius: 0.5rem;
  background: none;
  text-align: start;
}

#chapters button:hover,
#chapters button[aria-current] {
  background: var(--raised);
}

#chapters button[aria-current] {
  color: var(--played);
}

dialog {
  max-width: min(30rem, calc(100vw - 2rem));
  padding: 1.25rem 1.5rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--paper);
  color: var(--ink);
}

dialog::backdrop {
  background: rgb(0 0 0 / 40%);
}

dialog dl {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.5rem 1rem;
  margin: 1rem 0;
}

kbd {
  padding: 0.05rem 0.4rem;
  border: 1px solid var(--line);
  border-radius: 0.25rem;
  background: var(--raised);
  font: inherit;
  font-size: 0.875rem;
}

/* Narrow windows, phones and 200 % zoom: the waveform goes below the words. */

@media (max-width: 56rem) {
  :root {
    --row: 9rem;
  }

  .row {
    grid-template: auto 4rem / 2.75rem minmax(0, 1fr) auto;
    align-content: center;
    gap: 0.5rem 0.75rem;
  }

  .row .place,
  .row .problem {
    grid-area: 2 / 1 / 3 / 4;
  }

  .row .time {
    grid-area: 1 / 3 / 2 / 4;
  }

  .row .detail {
    flex-flow: row nowrap;
    gap: 0.5rem;
  }

  .row .by,
  .row .folder {
    flex: 0 1 auto;
    min-width: 3rem;
  }

  .wave {
    height: 4rem;
  }

  .row .words {
    grid-area: 1 / 2 / 2 / 3;
  }

  #player {
    grid-template: auto auto / auto minmax(0, 1fr) auto auto auto;
    gap: 0.5rem;
  }

  #player .place {
    grid-area: 1 / 1 / 2 / 6;
  }

  #player .wave {
    height: 2.25rem;
  }
}

@media (max-width: 40rem) {
  #top {
    position: static;
  }

  #previous,
  #next {
    display: none;
  }

  #speed {
    width: 4.25rem;
    padding: 0 0.25rem;
  }

  #finder .field {
    flex: 1 1 8rem;
  }

  #finder .filter {
    flex-basis: 100%;
  }

  #finder select {
    width: 100%;
    max-width: none;
  }
}

/* Low windows (a phone on its side, 200 % zoom) leave the room to the list. */
@media (max-height: 30rem) {
  #top {
    position: static;
  }
}

@media (prefers-reduced-motion: no-preference) {
  .play,
  .quiet,
  .title {
    transition:
      color 0.12s,
      background-color 0.12s,
      border-color 0.12s;
  }
}

@media (forced-colors: active) {
  .wave svg {
    forced-color-adjust: none;
  }

  .wave .unplayed {
    fill: GrayText;
  }

  .wave .played {
    fill: Highlight;
  }
}

/* The plain list for those without scripts */

noscript ol {
  padding: 0.5rem var(--gap);
}

noscript li {
  padding: 0.75rem 0;
  border-bottom: 1px solid var(--line);
}

noscript a {
  color: var(--played);
}

noscript img {
  display: block;
  max-width: 100%;
  height: auto;
}
"""###

  static let script = ###"""
"use strict";

// Times as people write them.

/** Minutes and seconds, with hours where there are some: "0:42", "1:02:03". */
function spokenTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The seconds of "83", "1:23" or "1:02:03.5", or nothing where it is no time. */
function parsedTime(text) {
  if (!/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(text ?? "")) return undefined;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

// What was scanned, as the scan wrote it into the page.

/** One recording, or one file that could not be drawn. Its fields are data from elsewhere: text, never markup. */
class Recording {
  /** Seconds that have been heard: a recording that is taken up again goes on from there. */
  position = 0;
  /** Why this browser cannot play it, once that was tried. */
  obstacle = "";

  constructor(entry, page, index) {
    this.entry = entry;
    this.page = page;
    this.index = index;
    this.path = entry.path;
    this.alt = entry.alt ?? "";
    this.seconds = (entry.ms ?? 0) / 1000;
    // What the picture shows: all of it, unless a range was asked for.
    [this.start, this.end] = entry.range?.map((ms) => ms / 1000) ?? [0, this.seconds];
    this.decibels = entry.db;
    this.artist = entry.artist ?? "";
    this.album = entry.album ?? "";
    this.format = entry.format ?? "";
    this.flags = entry.flags ?? [];
    this.failure = entry.code ? { code: entry.code, status: entry.status, message: entry.message } : undefined;
    this.chapters = (entry.chapters ?? []).map(([start, label]) => ({ start: start / 1000, label }));
    const slash = this.path.lastIndexOf("/");
    this.folder = this.path.slice(0, Math.max(0, slash));
    this.title = entry.title || this.path.slice(slash + 1);
  }

  // Addresses are spelled when a row is shown: ten thousand at once would hold up the first of them.

  /** A path that is not UTF-8 comes with its exact bytes as well. */
  get encodedPath() {
    return (this.address ??= this.entry.url ?? encodedPath(this.path));
  }

  get media() {
    return this.page.media + this.encodedPath;
  }

  /** The smallest first. */
  get pictures() {
    return this.entry.pictures ?? (this.page.picture?.suffixes ?? []).map((suffix) => this.encodedPath + suffix);
  }

  get isPlayable() {
    return !this.failure;
  }

  get by() {
    // Where the folder is the album its name is there already.
    const album = this.folder.split("/").includes(this.album) ? "" : this.album;
    return [this.artist, album].filter(Boolean).join(" · ");
  }

  /** What the filter looks through, without case and accents. */
  get haystack() {
    return (this.folded ??= foldedText([this.path, this.title, this.artist, this.album].join("\n")));
  }

  /** Where a time lies in the picture, from 0 to 1. */
  fraction(seconds) {
    return Math.min(1, Math.max(0, (seconds - this.start) / (this.end - this.start || 1)));
  }

  /** The time at a place of the picture. */
  time(fraction) {
    return this.start + Math.min(1, Math.max(0, fraction)) * (this.end - this.start);
  }

  chapter(seconds) {
    return this.chapters.findLast((chapter) => chapter.start <= seconds + 0.05);
  }

  /** "0:42 of 3:14" */
  spokenPosition(seconds) {
    return `${spokenTime(seconds)} of ${spokenTime(this.seconds)}`;
  }
}

function encodedPath(path) {
  return path.split("/").map((name) => encodeURIComponent(name)).join("/");
}

function foldedText(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// A waveform that shows a position and takes clicks: the picture is the mask of two rectangles.

class Wave {
  static template = document.getElementById("wave");
  static count = 0;

  /** Seek is called with a recording and the seconds where a click or a drag has ended. */
  constructor(page, seek) {
    this.page = page;
    this.element = Wave.template.content.firstElementChild.cloneNode(true);
    this.image = this.element.querySelector("image");
    this.playedPart = this.element.querySelector(".played");
    this.ticks = this.element.querySelector(".ticks");
    this.needle = this.element.querySelector(".needle");
    this.hint = this.element.querySelector(".hint");
    this.draw(page.picture ?? { width: 598, height: 120 });
    this.image.addEventListener("error", () => this.element.classList.add("missing"));
    this.listen(seek);
  }

  draw({ width, height, opaque }) {
    this.width = width;
    const mask = this.element.querySelector("mask");
    mask.id = `wave-${Wave.count++}`;
    this.element.querySelector("svg").setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const part of [mask, this.image, ...this.element.querySelectorAll("rect")]) {
      part.setAttribute("width", width);
      part.setAttribute("height", height);
    }
    if (opaque) {
      // A picture with a ground of its own is shown as it is; what was played is a line below it.
      this.element.classList.add("opaque");
      mask.replaceWith(this.image);
    } else {
      this.element.querySelector("g").setAttribute("mask", `url(#${mask.id})`);
    }
  }

  show(recording) {
    this.recording = recording;
    this.element.classList.remove("missing", "pointed");
    this.element.setAttribute("aria-label", recording.alt);
    this.element.setAttribute("aria-valuemax", Math.floor(recording.seconds));
    const sharp = window.devicePixelRatio > 1 ? recording.pictures.at(-1) : recording.pictures[0];
    this.image.setAttribute("href", sharp ?? "");
    this.ticks.replaceChildren(...recording.chapters.map((chapter) => this.tick(chapter)));
    this.shownSecond = undefined;
    this.showPosition(recording.position);
  }

  tick(chapter) {
    const mark = document.createElement("i");
    mark.style.left = `${this.recording.fraction(chapter.start) * 100}%`;
    return mark;
  }

  /** Colours what lies before these seconds, and says them once a second. */
  showPosition(seconds) {
    const fraction = this.dragged ?? this.recording.fraction(seconds);
    this.playedPart.setAttribute("width", (fraction * this.width).toFixed(2));
    const second = Math.floor(seconds);
    if (second === this.shownSecond) return;
    this.shownSecond = second;
    this.element.setAttribute("aria-valuenow", second);
    this.element.setAttribute("aria-valuetext", this.recording.spokenPosition(seconds));
  }

  listen(seek) {
    const element = this.element;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.dragged = this.fraction(event);
      this.point(event);
      this.showPosition(this.recording.position);
    });
    element.addEventListener("pointermove", (event) => {
      if (this.dragged !== undefined) this.dragged = this.fraction(event);
      this.point(event);
      if (this.dragged !== undefined) this.showPosition(this.recording.position);
    });
    element.addEventListener("pointerup", (event) => {
      if (this.dragged === undefined) return;
      this.dragged = undefined;
      if (event.pointerType !== "mouse") element.classList.remove("pointed");
      seek(this.recording, this.recording.time(this.fraction(event)));
    });
    // A drag that became scrolling plays nothing.
    element.addEventListener("pointercancel", () => this.release());
    element.addEventListener("pointerleave", () => element.classList.remove("pointed"));
  }

  release() {
    this.dragged = undefined;
    this.element.classList.remove("pointed");
    this.showPosition(this.recording.position);
  }

  fraction(event) {
    const box = this.element.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  }

  /** Shows the time, and the chapter, beneath the pointer. */
  point(event) {
    const fraction = this.fraction(event);
    const seconds = this.recording.time(fraction);
    const chapter = this.recording.chapter(seconds);
    this.hint.textContent = spokenTime(seconds) + (chapter?.label ? ` ${chapter.label}` : "");
    this.element.classList.add("pointed");
    this.needle.style.left = `${fraction * 100}%`;
    const room = this.element.clientWidth - this.hint.offsetWidth;
    const left = fraction * this.element.clientWidth - this.hint.offsetWidth / 2;
    this.hint.style.left = `${Math.max(0, Math.min(room, left))}px`;
  }
}

// A row of the list. Rows are used again for other recordings, so `show` sets everything.

class Row {
  static template = document.getElementById("row");

  constructor(page, actions) {
    this.element = Row.template.content.firstElementChild.cloneNode(true);
    const find = (selector) => this.element.querySelector(selector);
    [this.button, this.link, this.badge] = [find(".play"), find(".title"), find(".badge")];
    [this.by, this.folder] = [find(".by"), find(".folder")];
    [this.place, this.problem, this.time] = [find(".place"), find(".problem"), find(".time")];
    this.wave = new Wave(page, actions.seek);
    this.place.append(this.wave.element);
    this.button.addEventListener("click", () => actions.toggle(this.recording));
    this.folder.addEventListener("click", () => actions.enter(this.recording.folder));
    this.link.addEventListener("click", (event) => {
      // With Ctrl or the middle button it is a link like any other.
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      actions.select(this.recording);
      if (this.recording.isPlayable) actions.toggle(this.recording);
    });
    this.element.addEventListener("focusin", () => actions.select(this.recording));
    this.element.addEventListener("pointerdown", () => actions.select(this.recording));
  }

  show(recording, index, count) {
    this.recording = recording;
    this.element.setAttribute("aria-posinset", index + 1);
    this.element.setAttribute("aria-setsize", count);
    this.link.firstElementChild.textContent = recording.title;
    this.link.title = recording.path;
    this.link.href = `#${recording.encodedPath}`;
    this.by.textContent = recording.by;
    this.folder.hidden = !recording.folder;
    this.folder.firstElementChild.textContent = recording.folder;
    this.folder.setAttribute("aria-label", `Only the folder ${recording.folder}`);
    this.time.textContent = recording.isPlayable ? spokenTime(recording.seconds) : "";
    this.button.hidden = this.place.hidden = !recording.isPlayable;
    this.element.classList.toggle("failed", !recording.isPlayable);
    this.problem.textContent = recording.failure?.message ?? "";
    if (recording.isPlayable) this.wave.show(recording);
    this.showObstacle();
  }

  /** What keeps it from being drawn or played, or what is odd about it. */
  showObstacle() {
    const { failure, obstacle, flags } = this.recording;
    this.element.classList.toggle("unplayable", Boolean(obstacle));
    this.badge.textContent = failure
      ? failureNames[failure.status]
      : obstacle ? "cannot be played here" : flags.map((flag) => flagNames[flag]).join(", ");
    this.badge.title = obstacle;
  }

  showState({ current, playing, selected }) {
    this.element.classList.toggle("current", current);
    this.element.classList.toggle("playing", playing);
    this.element.classList.toggle("selected", selected);
    if (current) this.element.setAttribute("aria-current", "true");
    else this.element.removeAttribute("aria-current");
    this.button.setAttribute("aria-label", `${playing ? "Pause" : "Play"} ${this.recording.title}`);
    // The Tab key stops at one row only: j, k and the arrows go from row to row.
    for (const stop of [this.button, this.link, this.folder, this.wave.element]) stop.tabIndex = selected ? 0 : -1;
  }

  focus() {
    const target = this.recording.isPlayable ? this.wave.element : this.link;
    target.focus({ preventScroll: true });
  }
}

const failureNames = { failed: "failed", unsupported: "not supported", pending: "not scanned yet" };
const flagNames = { truncated: "cut short", silent: "silent", stale: "picture is of an older scan" };

// The list: as many rows as a window shows and some beyond, however many recordings there are.

class List {
  // A fling of the finger or the wheel stays within these before the next frame.
  static rowsBeyond = 40;
  static mostRows = 280;

  beyond = 0;
  recordings = [];
  rows = new Map();
  spare = [];

  constructor(element, makeRow, stateOf) {
    this.element = element;
    this.makeRow = makeRow;
    this.stateOf = stateOf;
    this.header = document.getElementById("top");
    this.footer = document.getElementById("player");
    const again = () => this.render();
    addEventListener("scroll", again, { passive: true });
    addEventListener("resize", () => this.measure());
    // Fonts and zoom change the height of a row without a resize.
    new ResizeObserver(() => this.measure()).observe(document.documentElement);
  }

  show(recordings) {
    this.recordings = recordings;
    this.places = new Map(recordings.map((recording, index) => [recording, index]));
    for (const row of this.rows.values()) this.release(row);
    this.rows.clear();
    // What is seen comes first, and what could be scrolled to after it.
    this.beyond = 0;
    this.measure();
    requestAnimationFrame(() => {
      this.beyond = List.rowsBeyond;
      this.render();
    });
  }

  /** Takes the height of a row from the style sheet, which knows the window's width. */
  measure() {
    const probe = this.spare.at(-1) ?? this.rows.values().next().value ?? this.makeRow();
    const isShown = probe.element.isConnected;
    if (!isShown) this.element.append(probe.element);
    const height = probe.element.getBoundingClientRect().height;
    if (!isShown) {
      probe.element.remove();
      if (!this.spare.includes(probe)) this.spare.push(probe);
    }
    if (height !== this.rowHeight) {
      this.rowHeight = height;
      for (const [recording, row] of this.rows) this.put(row, this.places.get(recording));
    }
    this.element.style.height = `${this.recordings.length * height}px`;
    this.render();
  }

  /** Which rows should be there now: those in the window, some before and some behind. */
  wanted() {
    const top = -this.element.getBoundingClientRect().top;
    const shown = Math.ceil(innerHeight / this.rowHeight) + 1;
    const first = Math.floor(top / this.rowHeight);
    const beyond = Math.min(this.beyond, Math.floor((List.mostRows - shown) / 2));
    const limit = (index) => Math.max(0, Math.min(this.recordings.length, index));
    return [limit(first - beyond), limit(first + shown + beyond)];
  }

  render() {
    if (!this.rowHeight) return;
    const [first, end] = this.wanted();
    for (const [recording, row] of this.rows) {
      const index = this.places.get(recording);
      // A row that has the focus keeps it, wherever it is.
      if ((index >= first && index < end) || row.element.contains(document.activeElement)) continue;
      this.rows.delete(recording);
      this.release(row);
    }
    this.fill(first, end);
  }

  /** Rows stand in the document as they stand in the list, so that a screen reader reads them in order. */
  fill(first, end) {
    let before = this.element.firstElementChild;
    const indexOf = (element) => Number(element.getAttribute("aria-posinset")) - 1;
    for (let index = first; index < end; index += 1) {
      while (before && indexOf(before) < index) before = before.nextElementSibling;
      if (before && indexOf(before) === index) continue;
      const row = this.spare.pop() ?? this.makeRow();
      const recording = this.recordings[index];
      row.show(recording, index, this.recordings.length);
      row.showState(this.stateOf(recording));
      this.put(row, index);
      this.rows.set(recording, row);
      this.element.insertBefore(row.element, before);
    }
  }

  put(row, index) {
    row.element.style.transform = `translateY(${index * this.rowHeight}px)`;
  }

  release(row) {
    row.element.remove();
    this.spare.push(row);
  }

  /** Shows anew who plays and who is selected. */
  showStates() {
    for (const [recording, row] of this.rows) row.showState(this.stateOf(recording));
  }

  /** Scrolls as little as needed for a recording to be seen. */
  reveal(recording) {
    const index = this.places.get(recording);
    if (index === undefined) return;
    const isSticky = getComputedStyle(this.header).position === "sticky";
    const ceiling = isSticky ? this.header.offsetHeight : 0;
    const floor = innerHeight - (this.footer.hidden ? 0 : this.footer.offsetHeight);
    const top = this.element.getBoundingClientRect().top + index * this.rowHeight;
    if (top < ceiling) scrollBy(0, top - ceiling);
    else if (top + this.rowHeight > floor) scrollBy(0, top + this.rowHeight - floor);
    this.render();
  }
}

// The player: one element for sound, one recording at a time.

class Player extends EventTarget {
  // Where nothing can be played, the whole library is not tried.
  static mostSkipped = 5;
  // Seconds from the start within which "previous" means the one before.
  static beginning = 3;

  skipped = 0;
  /** Whether it was the end of another recording that began this one. */
  isFollowing = false;

  /** Neighbour answers which recording stands so many places behind another. */
  constructor(audio, neighbour) {
    super();
    this.audio = audio;
    this.neighbour = neighbour;
    audio.addEventListener("loadedmetadata", () => this.arrive());
    audio.addEventListener("play", () => this.changed());
    audio.addEventListener("pause", () => this.changed());
    audio.addEventListener("playing", () => this.proceed());
    audio.addEventListener("timeupdate", () => this.moved());
    audio.addEventListener("seeked", () => this.moved());
    audio.addEventListener("ended", () => this.finish());
    audio.addEventListener("error", () => this.fail());
  }

  get isPlaying() {
    return Boolean(this.current) && !this.audio.paused && !this.current.obstacle;
  }

  get position() {
    return this.target ?? this.audio.currentTime;
  }

  /** Makes a recording the current one, at its last position or at the seconds given; plays nothing yet. */
  open(recording, seconds = recording.position) {
    if (recording !== this.current) {
      this.current = recording;
      const { defaultPlaybackRate } = this.audio;
      this.audio.src = recording.media;
      this.audio.playbackRate = defaultPlaybackRate;
      this.loaded = false;
    }
    this.seek(seconds);
    this.changed();
  }

  /** Plays what somebody has chosen. */
  play(recording, seconds = recording.position) {
    this.isFollowing = false;
    this.skipped = 0;
    if (recording !== this.current) this.dispatchEvent(new CustomEvent("chosen", { detail: { recording, seconds } }));
    this.start(recording, seconds);
  }

  toggle(recording = this.current) {
    if (!recording?.isPlayable) return;
    if (recording === this.current && this.isPlaying) this.audio.pause();
    else this.play(recording);
  }

  seek(seconds) {
    const { current, audio } = this;
    if (!current) return;
    const end = Math.max(current.seconds, this.loaded && Number.isFinite(audio.duration) ? audio.duration : 0);
    this.target = Math.max(0, Math.min(end, seconds));
    if (this.loaded) this.arrive();
    this.moved();
  }

  step(places) {
    const goesBack = places < 0 && this.position > Player.beginning;
    const next = this.current && !goesBack && this.neighbour(this.current, places);
    if (next) this.play(next, 0);
    else if (places < 0) this.seek(0);
  }

  set speed(factor) {
    this.audio.defaultPlaybackRate = factor;
    this.audio.playbackRate = factor;
  }

  start(recording, seconds) {
    this.open(recording, seconds);
    if (recording.obstacle) {
      // Another try: the disk or the network may be back.
      recording.obstacle = "";
      this.loaded = false;
      this.audio.load();
    }
    // Refused by the browser, or overtaken by the next click: events tell of both.
    this.audio.play().catch(() => this.changed());
  }

  /** Goes to where a seek wanted to be, as soon as the browser knows how long the recording is. */
  arrive() {
    this.loaded = true;
    if (this.target === undefined) return;
    const { target, audio } = this;
    this.target = undefined;
    audio.currentTime = target;
    const { seekable } = audio;
    if (target > 1 && seekable.length > 0 && seekable.end(seekable.length - 1) === 0) {
      this.announce("The server does not answer Range requests, so there is no seeking");
    }
  }

  proceed() {
    this.skipped = 0;
    this.changed();
  }

  finish() {
    this.current.position = 0;
    this.follow();
  }

  follow() {
    const ended = this.current;
    const next = this.neighbour(ended, 1);
    if (next) {
      this.isFollowing = true;
      this.start(next, 0);
      this.dispatchEvent(new CustomEvent("followed", { detail: ended }));
    } else {
      this.seek(0);
      this.changed();
    }
  }

  fail() {
    const { current, audio } = this;
    if (!current) return;
    current.obstacle = obstacle(current, audio);
    this.target = undefined;
    this.changed();
    this.announce(current.obstacle);
    // A queue goes on without it, but who asked for this one is told and stays here.
    if (this.isFollowing && this.skipped < Player.mostSkipped) {
      this.skipped += 1;
      this.follow();
    } else {
      audio.pause();
    }
  }

  moved() {
    if (this.current) this.current.position = this.position;
    this.dispatchEvent(new Event("moved"));
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }

  announce(words) {
    this.dispatchEvent(new CustomEvent("announced", { detail: words }));
  }
}

/** Why a recording does not play: a format the browser lacks, or a file that is not where the page looks for it. */
function obstacle(recording, audio) {
  const format = recording.format || "this format";
  if (audio.error?.code === MediaError.MEDIA_ERR_NETWORK) return "The connection broke off. Play it again to go on.";
  const type = mediaTypes.find(([pattern]) => pattern.test(format))?.[1];
  if (type && !audio.canPlayType(type)) return `This browser cannot play ${format}.`;
  return `Not found at ${decoded(audio.currentSrc)}, or ${format} is more than this browser can play. ` +
    "Where recordings lie elsewhere, scan with --page --media-url PREFIX.";
}

/** The formats that some browser does not play. */
const mediaTypes = [
  [/^AIFF/, "audio/aiff"],
  [/^AU/, "audio/basic"],
  [/^CAF/, "audio/x-caf"],
  [/^VOC/, "audio/x-voc"],
  [/^W64/, "audio/x-w64"],
  [/^FLAC/, "audio/flac"],
  [/Vorbis/, 'audio/ogg; codecs="vorbis"'],
  [/Opus/, 'audio/ogg; codecs="opus"'],
  [/GSM/, 'audio/wav; codecs="49"'],
  [/ADPCM/, 'audio/wav; codecs="2"'],
];

function decoded(url) {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

// What is seen of the player: the bar at the bottom of the window.

class PlayerBar {
  constructor(page, player, reveal) {
    this.player = player;
    this.element = document.getElementById("player");
    const find = (id) => document.getElementById(id);
    [this.play, this.now, this.detail] = [find("play"), find("now"), find("detail")];
    [this.clock, this.chaptersButton, this.chapters] = [find("clock"), find("chapters-button"), find("chapters")];
    this.wave = new Wave(page, (recording, seconds) => player.play(recording, seconds));
    this.wave.element.tabIndex = 0;
    find("now-wave").append(this.wave.element);
    this.play.addEventListener("click", () => player.toggle());
    find("previous").addEventListener("click", () => player.step(-1));
    find("next").addEventListener("click", () => player.step(1));
    find("speed").addEventListener("change", (event) => (player.speed = Number(event.target.value)));
    this.now.addEventListener("click", (event) => {
      event.preventDefault();
      reveal(player.current);
    });
    this.chaptersButton.addEventListener("click", () => this.openChapters(this.chapters.hidden));
    new ResizeObserver(() => this.makeRoom(reveal)).observe(this.element);
    player.addEventListener("changed", () => this.showState());
    player.addEventListener("moved", () => this.showPosition());
  }

  /** The last row, and the one that was clicked, stay above the bar, however high a notice makes it. */
  makeRoom(reveal) {
    document.body.style.paddingBottom = `${this.element.offsetHeight}px`;
    const isShown = this.element.offsetHeight > 0;
    if (isShown && !this.isShown) reveal(this.recording);
    this.isShown = isShown;
  }

  showState() {
    const { current, isPlaying } = this.player;
    if (!current) return;
    if (this.recording !== current) this.show(current);
    this.element.classList.toggle("playing", isPlaying);
    this.element.classList.toggle("unplayable", Boolean(current.obstacle));
    this.play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    this.showPosition();
  }

  show(recording) {
    this.recording = recording;
    this.element.hidden = false;
    this.now.firstElementChild.textContent = recording.title;
    this.now.href = `#${recording.encodedPath}`;
    this.wave.show(recording);
    this.chaptersButton.hidden = recording.chapters.length === 0;
    this.chapters.replaceChildren(...recording.chapters.map((chapter) => this.chapterItem(chapter)));
    this.openChapters(false);
  }

  chapterItem(chapter) {
    const [item, button, label, time] = ["li", "button", "bdi", "span"].map((name) => document.createElement(name));
    label.textContent = chapter.label || "Marker";
    time.textContent = spokenTime(chapter.start);
    time.className = "time";
    button.type = "button";
    button.append(label, time);
    button.addEventListener("click", () => this.player.play(this.recording, chapter.start));
    item.append(button);
    return item;
  }

  openChapters(isOpen) {
    this.chapters.hidden = !isOpen;
    this.chaptersButton.setAttribute("aria-expanded", isOpen);
  }

  showPosition() {
    const { recording, player } = this;
    if (!recording) return;
    const seconds = player.position;
    this.wave.showPosition(seconds);
    this.clock.textContent = `${spokenTime(seconds)} / ${spokenTime(recording.seconds)}`;
    this.clock.setAttribute("aria-label", recording.spokenPosition(seconds));
    const chapter = recording.chapter(seconds);
    this.detail.firstElementChild.textContent = recording.obstacle || chapter?.label || recording.by || recording.folder;
    const index = recording.chapters.indexOf(chapter);
    [...this.chapters.children].forEach((item, place) => {
      if (place === index) item.firstElementChild.setAttribute("aria-current", "true");
      else item.firstElementChild.removeAttribute("aria-current");
    });
  }
}

// Filter, folder, kind and order: which recordings the list shows, and how sorted.

class Finder {
  static orders = {
    path: undefined,
    title: (a, b) => Finder.words.compare(a.title, b.title),
    duration: (a, b) => a.seconds - b.seconds,
    loudness: (a, b) => (a.decibels ?? -Infinity) - (b.decibels ?? -Infinity),
  };
  static words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  constructor(recordings, changed) {
    this.recordings = recordings;
    this.changed = changed;
    const find = (id) => document.getElementById(id);
    [this.filter, this.folder, this.shown] = [find("filter"), find("folder"), find("shown")];
    [this.order, this.direction] = [find("order"), find("direction")];
    find("finder").hidden = false;
    find("finder").addEventListener("submit", (event) => event.preventDefault());
    find("clear").addEventListener("click", () => this.clear());
    this.filter.addEventListener("input", changed);
    for (const select of [this.folder, this.shown, this.order]) select.addEventListener("change", changed);
    this.direction.addEventListener("click", () => {
      this.direction.setAttribute("aria-pressed", this.direction.getAttribute("aria-pressed") !== "true");
      changed();
    });
    this.offerKinds();
    // A library of ten thousand folders would hold up the first waveforms.
    setTimeout(() => this.offerFolders());
  }

  /** Every folder with recordings somewhere below it, indented by its depth. */
  offerFolders() {
    const counts = new Map();
    for (const { folder } of this.recordings) {
      for (let end = folder.length; end > 0; end = folder.lastIndexOf("/", end - 1)) {
        const name = folder.slice(0, end);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    const names = [...counts.keys()].sort((a, b) => Finder.words.compare(a.replaceAll("/", "\0"), b.replaceAll("/", "\0")));
    this.folder.replaceChildren(
      option("", "All folders"),
      ...names.map((name) => option(name, folderLabel(name, counts.get(name)))));
    this.folder.parentElement.hidden = names.length === 0;
  }

  offerKinds() {
    const counts = new Map();
    const count = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const recording of this.recordings) {
      count(recording.failure ? recording.failure.status : "ok");
      if (recording.failure && recording.failure.code !== recording.failure.status) count(`code:${recording.failure.code}`);
      for (const flag of recording.flags) count(`flag:${flag}`);
      if (recording.chapters.length > 0) count("chapters");
    }
    const names = {
      ok: "With a waveform",
      chapters: "With chapters",
      ...Object.fromEntries(Object.entries(flagNames).map(([flag, name]) => [`flag:${flag}`, sentenceCase(name)])),
      ...Object.fromEntries(Object.entries(failureNames).map(([status, name]) => [status, sentenceCase(name)])),
    };
    const codes = [...counts.keys()].filter((kind) => kind.startsWith("code:")).sort();
    for (const kind of codes) names[kind] = `Failed: ${kind.slice(5).replaceAll("-", " ")}`;
    const kinds = Object.keys(names).filter((kind) => counts.has(kind));
    this.shown.replaceChildren(
      option("", "All recordings"),
      ...kinds.map((kind) => option(kind, `${names[kind]} (${counts.get(kind)})`)));
    this.shown.parentElement.hidden = kinds.length < 2;
  }

  /** The recordings that are asked for, in the order asked for. */
  found() {
    const terms = foldedText(this.filter.value).split(/\s+/).filter(Boolean);
    const [folder, kind] = [this.folder.value, this.shown.value];
    const found = this.recordings.filter((recording) =>
      (!folder || recording.folder === folder || recording.folder.startsWith(`${folder}/`)) &&
      (!kind || isOfKind(recording, kind)) &&
      terms.every((term) => recording.haystack.includes(term)));
    return this.sorted(found);
  }

  sorted(recordings) {
    const compare = Finder.orders[this.order.value];
    const isReversed = this.direction.getAttribute("aria-pressed") === "true";
    if (!compare) return isReversed ? recordings.reverse() : recordings;
    const sign = isReversed ? -1 : 1;
    // What could not be drawn has neither length nor loudness, and stands last either way.
    return recordings.sort((a, b) => b.isPlayable - a.isPlayable || sign * compare(a, b) || a.index - b.index);
  }

  get isActive() {
    return Boolean(this.filter.value || this.folder.value || this.shown.value);
  }

  enter(folder) {
    this.folder.value = folder;
    this.changed();
    this.folder.focus();
  }

  clearFilter() {
    this.filter.value = "";
    this.changed();
  }

  clear() {
    this.filter.value = "";
    this.folder.value = "";
    this.shown.value = "";
    this.changed();
  }
}

function isOfKind(recording, kind) {
  const [name, value] = kind.split(":");
  if (name === "flag") return recording.flags.includes(value);
  if (name === "code") return recording.failure?.code === value;
  if (name === "chapters") return recording.chapters.length > 0;
  return (recording.failure?.status ?? "ok") === name;
}

function option(value, text) {
  const element = document.createElement("option");
  element.value = value;
  element.textContent = text;
  return element;
}

function folderLabel(name, count) {
  const names = name.split("/");
  return `${"\u2003".repeat(names.length - 1)}${names.at(-1)} (${count})`;
}

function sentenceCase(text) {
  return text[0].toUpperCase() + text.slice(1);
}

// The address: `#Show/ep1.mp3&t=1:23` names a recording and a moment, and is kept up to date.

class Address {
  // Browsers stop listening to a page that changes its address too often.
  static leastMilliseconds = 1000;

  changedAt = -Infinity;

  /** Open is called with a recording and seconds when the address asks for them. */
  constructor(recordings, open) {
    this.recordings = recordings;
    this.open = open;
    addEventListener("popstate", () => this.follow());
  }

  /** Opens what the address names. */
  follow() {
    clearTimeout(this.timer);
    const [, path, time] = /^#?(.*?)(?:&t=([^&]*))?$/s.exec(location.hash);
    if (!path) return;
    const anew = encodedAnew(path);
    const found = (address) => this.recordings.find((recording) => recording.encodedPath === address);
    this.open(found(path) ?? found(anew), parsedTime(time));
  }

  /** A recording that somebody has chosen: "back" leads to the one before. */
  enter(recording, seconds) {
    clearTimeout(this.timer);
    this.changedAt = performance.now();
    history.pushState(null, "", this.hash(recording, seconds));
  }

  /** The moment that is heard, at most once a second. */
  update(recording, seconds) {
    const wait = this.changedAt + Address.leastMilliseconds - performance.now();
    clearTimeout(this.timer);
    if (wait > 0) {
      this.timer = setTimeout(() => this.update(recording, seconds), wait);
      return;
    }
    const hash = this.hash(recording, seconds);
    if (hash === location.hash) return;
    this.changedAt = performance.now();
    history.replaceState(null, "", hash);
  }

  hash(recording, seconds) {
    return `#${recording.encodedPath}&t=${spokenTime(seconds)}`;
  }
}

/** The path of an address that somebody typed or that was shortened on its way. */
function encodedAnew(path) {
  try {
    return encodedPath(decodeURIComponent(path));
  } catch {
    return path;
  }
}

// The keyboard. What a control does with a key by itself stays as it is.

/** Actions has a function for each thing that a key can do. */
function listenToKeys(actions) {
  const filter = document.getElementById("filter");
  const help = document.getElementById("help");
  const keys = {
    " ": () => actions.toggle(),
    ArrowLeft: (event) => actions.skip(event.shiftKey ? -30 : -5),
    ArrowRight: (event) => actions.skip(event.shiftKey ? 30 : 5),
    ArrowUp: () => actions.move(-1),
    ArrowDown: () => actions.move(1),
    Home: () => actions.move(-Infinity),
    End: () => actions.move(Infinity),
    k: () => actions.move(-1),
    j: () => actions.move(1),
    Enter: () => actions.playSelected(),
    "/": () => {
      filter.focus();
      filter.select();
    },
    "?": () => help.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    if (event.target === filter) {
      leaveFilter(event);
      return;
    }
    if (event.key === "Escape" && actions.close()) return;
    if (belongsToControl(event)) return;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action(event);
  });

  function leaveFilter(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (filter.value) actions.clearFilter();
      else filter.blur();
    }
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    actions.enterList();
  }
}

/** Whether a key means something to what has the focus: a letter to a menu, Enter and Space to a button or a link. */
function belongsToControl({ target, key }) {
  if (target.closest("select, input, dialog")) return key !== "?" && key !== "/";
  return Boolean(target.closest("button, a[href]")) && (key === "Enter" || (key === " " && !target.closest("a")));
}

// The page: reads what was scanned, and brings list, player, finder, address and keys together.

const page = JSON.parse(document.getElementById("data").textContent);
const recordings = page.recordings.map((entry, index) => new Recording(entry, page, index));
const announcement = document.getElementById("announcement");
let selected;

const player = new Player(document.getElementById("audio"), neighbour);
const list = new List(
  document.getElementById("recordings"),
  () => new Row(page, { seek: (recording, seconds) => player.play(recording, seconds), toggle, select, enter: (folder) => finder.enter(folder) }),
  (recording) => ({
    current: recording === player.current,
    playing: recording === player.current && player.isPlaying,
    selected: recording === selected,
  }));
const playerBar = new PlayerBar(page, player, show);
const finder = new Finder(recordings, find);
const address = new Address(recordings, open);

/** The playable recording so many places behind another, as the list is sorted now. */
function neighbour(recording, places) {
  const sign = Math.sign(places);
  const start = list.places.get(recording) ?? (sign > 0 ? -1 : list.recordings.length);
  for (let index = start + sign; list.recordings[index]; index += sign) {
    if (list.recordings[index].isPlayable) return list.recordings[index];
  }
  return undefined;
}

function toggle(recording) {
  if (recording === player.current) player.toggle();
  else player.play(recording);
}

/** Opens what an address names; it plays on only where something played before, as browsers want a click first. */
function open(recording, seconds) {
  if (!recording) {
    say("The recording of this address is not here");
    return;
  }
  if (recording.isPlayable) {
    if (player.isPlaying) player.start(recording, seconds);
    else player.open(recording, seconds);
  }
  show(recording);
}

/** Selects a recording and scrolls to it, past a filter that hides it. */
function show(recording) {
  if (!list.places.has(recording)) finder.clear();
  select(recording);
  list.reveal(recording);
}

function select(recording) {
  if (recording === selected) return;
  selected = recording;
  list.showStates();
}

function find() {
  const found = finder.found();
  list.show(found);
  if (!list.places.has(selected)) selected = found[0];
  list.showStates();
  document.getElementById("nothing").hidden = found.length > 0 || recordings.length === 0;
  const all = recordings.length === 1 ? "1 recording" : `${recordings.length.toLocaleString("en")} recordings`;
  document.getElementById("count").textContent = finder.isActive ? `${found.length.toLocaleString("en")} of ${all}` : all;
  scrollTo(0, 0);
}

function move(places) {
  const index = (list.places.get(selected) ?? 0) + places;
  const recording = list.recordings[Math.max(0, Math.min(list.recordings.length - 1, index))];
  if (!recording) return;
  select(recording);
  list.reveal(recording);
  list.rows.get(recording)?.focus();
}

function say(words) {
  announcement.textContent = words;
}

player.addEventListener("changed", () => {
  const { current, isPlaying } = player;
  list.showStates();
  list.rows.get(current)?.showObstacle();
  document.title = isPlaying ? `▶ ${current.title}` : libraryName();
  if (isPlaying && current !== player.said) say(`Playing ${current.title}`);
  player.said = isPlaying ? current : undefined;
  showToSystem(player);
});
player.addEventListener("moved", () => {
  const { current, position } = player;
  list.rows.get(current)?.wave.showPosition(position);
  if (!current.obstacle) address.update(current, position);
});
player.addEventListener("chosen", ({ detail }) => address.enter(detail.recording, detail.seconds));
player.addEventListener("announced", (event) => say(event.detail));
player.addEventListener("followed", (event) => {
  // A list that nobody has moved on from follows what plays.
  if (selected === event.detail && !document.activeElement.matches("input, select")) show(player.current);
});

listenToKeys({
  toggle: () => (player.current ? player.toggle() : selected?.isPlayable && toggle(selected)),
  skip: (seconds) => player.current && player.seek(player.position + seconds),
  move,
  playSelected: () => selected?.isPlayable && toggle(selected),
  enterList: () => move(0),
  clearFilter: () => finder.clearFilter(),
  close: () => !playerBar.chapters.hidden && (playerBar.openChapters(false), true),
});

/** Keys of keyboards and headphones, and what a phone shows while it is locked. */
function showToSystem({ current, isPlaying }) {
  const session = navigator.mediaSession;
  if (!session || !current) return;
  session.playbackState = isPlaying ? "playing" : "paused";
  if (player.shown === current) return;
  player.shown = current;
  session.metadata = new MediaMetadata({ title: current.title, artist: current.artist, album: current.album });
}

for (const [action, places] of [["previoustrack", -1], ["nexttrack", 1]]) {
  navigator.mediaSession?.setActionHandler(action, () => player.step(places));
}

/** Between the browser's reports of the position, some four a second, the played part moves on smoothly. */
function glide() {
  if (player.isPlaying) {
    const { current, position } = player;
    list.rows.get(current)?.wave.showPosition(position);
    playerBar.wave.showPosition(position);
  }
  requestAnimationFrame(glide);
}

/** The name of the folder that was scanned, as far as the address tells: the page itself is the same wherever it lies. */
function libraryName() {
  const folders = location.pathname.split("/").slice(0, -1).filter((name) => name && name !== ".wavethumb");
  return decoded(folders.at(-1) ?? "") || "Recordings";
}

document.title = document.getElementById("library").textContent = libraryName();
const helpButton = document.getElementById("help-button");
helpButton.hidden = false;
helpButton.addEventListener("click", () => document.getElementById("help").showModal());
// The list is as long as the script makes it, so the browser cannot know where it was.
history.scrollRestoration = "manual";
find();
address.follow();
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) requestAnimationFrame(glide);
"""###
}
