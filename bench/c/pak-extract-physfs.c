// Extracts an archive with PhysicsFS, one buffer, one thread: pak-extract-physfs ARCHIVE FOLDER
#include <physfs.h>
#include "table.h"

static const char *folder;
static char *buffer;
static const PHYSFS_sint64 room = 1 << 20;

static void copy_file(const char *name) {
  char path[4096];
  PHYSFS_File *in = PHYSFS_openRead(name);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (in == NULL || out < 0) fail(path);
  for (PHYSFS_sint64 count; (count = PHYSFS_readBytes(in, buffer, room)) > 0;) write_all(out, buffer, (size_t)count);
  PHYSFS_close(in);
  close(out);
}

static PHYSFS_EnumerateCallbackResult visit(void *data, const char *parent, const char *name) {
  char path[4096], target[8192];
  PHYSFS_Stat stat;
  snprintf(path, sizeof path, "%s%s%s", parent, *parent ? "/" : "", name);
  if (!PHYSFS_stat(path, &stat)) return PHYSFS_ENUM_ERROR;
  if (stat.filetype == PHYSFS_FILETYPE_DIRECTORY) {
    snprintf(target, sizeof target, "%s/%s", folder, path);
    mkdir(target, 0777);
    PHYSFS_enumerate(path, visit, data);
  } else copy_file(path);
  return PHYSFS_ENUM_OK;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  folder = words[2];
  buffer = malloc((size_t)room);
  if (!PHYSFS_init(words[0]) || !PHYSFS_mount(words[1], "", 1)) return 1;
  return PHYSFS_enumerate("", visit, NULL) ? 0 : 1;
}
