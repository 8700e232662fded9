"""Writes hostile archives with Python's tarfile, zipfile and compressors, from a bundle that sheaf bundle pack wrote.

Usage: hostileArchives.py BUNDLE FOLDER. Apart from its attack, each tar archive has the bundle's own, signed files.
"""

import bz2, gzip, io, lzma, os, sys, tarfile, zipfile

bundle, folder = sys.argv[1:]
with tarfile.open(bundle) as archive:
    good = [(member.name, archive.extractfile(member).read()) for member in archive]


def plain(name, content=b"{}", kind=tarfile.REGTYPE, form=tarfile.USTAR_FORMAT, **members):
    info = tarfile.TarInfo(name)
    info.mode, info.size, info.type = 0o644, len(content), kind
    for member, value in members.items():
        setattr(info, member, value)
    return info, content, form


def tar(entries, end=b"\0" * 1024):
    """Without the padding that tarfile adds to the end of an archive."""
    written = b""
    for info, content, form in entries:
        header = info.tobuf(form, "utf-8", "surrogateescape")
        written += header + content + b"\0" * (-len(content) % 512)
    return written + end


def save(name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


own = [plain(*each) for each in good]


def attack(name, *entries, **options):
    save(name, tar([*own, *entries], **options))


save("same.tar", tar(own))
link = dict(linkname="/etc/passwd")
attack("symlink.tar", plain("layouts/a.json", b"", tarfile.SYMTYPE, **link))
attack("hardlink.tar", plain("layouts/a.json", b"", tarfile.LNKTYPE, **link))
attack("character-device.tar", plain("layouts/a.json", b"", tarfile.CHRTYPE, devmajor=1, devminor=5))
attack("block-device.tar", plain("layouts/a.json", b"", tarfile.BLKTYPE, devmajor=8))
attack("pipe.tar", plain("layouts/a.json", b"", tarfile.FIFOTYPE))
attack("folder.tar", plain("layouts", b"", tarfile.DIRTYPE, mode=0o777))
attack("sparse.tar", plain("layouts/a.json", b"", tarfile.GNUTYPE_SPARSE))
attack("pax.tar", plain("layouts/\u00e4.json", form=tarfile.PAX_FORMAT))
attack("pax-path.tar", plain("layouts/a.json", pax_headers={"path": "../../a.json"}, form=tarfile.PAX_FORMAT))
attack("global-pax.tar", plain("a", b"30 path=../../../etc/passwd\n\n\n", tarfile.XGLTYPE))
attack("gnu-name.tar", plain("layouts/" + "a" * 120 + ".json", form=tarfile.GNU_FORMAT))
attack("prefix.tar", plain("a" * 60 + "/" + "b" * 80))
attack("owner.tar", plain("layouts/a.json", uid=1000, uname="root"))
attack("setuid.tar", plain("layouts/a.json", mode=0o4755))

for name, path in {
    "parent": "../../etc/cron.d/a.json",
    "inner-parent": "layouts/../../a.json",
    "absolute": "/etc/passwd",
    "dot": "layouts/./a.json",
    "dots": "layouts/a..json",
    "backslash": "layouts\\..\\a.json",
    "drive": "C:/layouts/a.json",
    "device": "layouts/con.json",
    "numbered-device": "layouts/com1.backup.json",
    "upper-case": "Layouts/Motor.JSON",
    "nested": "layouts/a/b.json",
    "hidden": "layouts/.a.json",
    "empty": "",
    "space": "layouts/a .json",
    "newline": "layouts/a\n.json",
    "escape": "layouts/\x1b[2Ja.json",
    "script": "layouts/a.js",
    "code": "scripts/a.json",
    "second-manifest": "manifest.json",
}.items():
    attack(f"path-{name}.tar", plain(path))

attack("twice.tar", plain("layouts/motor.json"))
attack("added.tar", plain("layouts/home.json"))
save("missing.tar", tar(own[:-1]))
save("order.tar", tar([*own[:2], *reversed(own[2:])]))
save("no-manifest.tar", tar(own[2:]))
save("no-signature.tar", tar([own[0], *own[2:]]))
attack("many.tar", *[plain(f"layouts/{number}.json") for number in range(1_100)])
attack("owner-of-end.tar", end=b"\0" * 1024 + tar([plain("../a.json")]))
attack("one-block.tar", end=b"\0" * 512)
attack("no-end.tar", end=b"")
whole = tar(own)
save("cut.tar", whole[:-2048])
save("huge-size.tar", tar([*own[:2], plain("layouts/motor.json")]).replace(b"00000000002\0", b"77777777777\0"))
save("binary-size.tar", tar([*own[:2], plain("layouts/motor.json")]).replace(b"00000000002\0", b"\x80" + b"\0" * 10 + b"\2"))
save("negative-size.tar", tar([*own[:2], plain("layouts/motor.json")]).replace(b"00000000002\0", b"-0000000002\0"))
save("checksum.tar", whole[:148] + b"000000\0 " + whole[156:])
padding = len(good[0][1]) + 512
save("padding.tar", whole[:padding] + b"x" + whole[padding + 1 :])
flipped = bytearray(whole)
at = whole.index(b"Poliisi")
flipped[at] ^= 1
save("changed-file.tar", bytes(flipped))
save("changed-manifest.tar", whole.replace(b'"version": 9', b'"version": 8'))
save("changed-signature.tar", tar([own[0], plain("manifest.sig", bytes(64)), *own[2:]]))
save("short-signature.tar", tar([own[0], plain("manifest.sig", b"x"), *own[2:]]))

save("gzip.tar", gzip.compress(whole))
save("gzip-bomb.tar", gzip.compress(bytes(200_000_000), 9))
save("bzip2-bomb.tar", bz2.compress(bytes(50_000_000)))
save("xz-bomb.tar", lzma.compress(bytes(50_000_000)))
zipped = io.BytesIO()
with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("../../etc/cron.d/a", "x")
    archive.writestr("bomb", bytes(200_000_000))
save("zip-bomb.tar", zipped.getvalue())
save("empty.tar", b"")
save("zeros.tar", bytes(10_240))
save("noise.tar", bytes(range(256)) * 40)
save("text.tar", b"<html>not found</html>" * 100)
with open(os.path.join(folder, "large.tar"), "wb") as file:
    file.truncate(65 * 1024 * 1024)
os.mkfifo(os.path.join(folder, "fifo.tar"))
os.mkdir(os.path.join(folder, "directory.tar"))
os.symlink("/dev/zero", os.path.join(folder, "zero.tar"))
