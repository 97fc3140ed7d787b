package main

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ulikunitz/xz"
)

// unpackPostgres writes the files of a package: an archive of type .txz within a jar. All users may read them.
func unpackPostgres(jar, folder string) error {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, entry := range archive.File {
		if !strings.HasSuffix(entry.Name, ".txz") {
			continue
		}
		return unpackEntry(entry, folder)
	}
	return fmt.Errorf("%s holds no archive", filepath.Base(jar))
}

func unpackEntry(entry *zip.File, folder string) error {
	file, err := entry.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	plain, err := xz.NewReader(file)
	if err != nil {
		return err
	}
	return untar(plain, folder)
}

func untar(from io.Reader, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for archive := tar.NewReader(from); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := writeEntry(root, header, archive); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}

// writeEntry writes a folder, a file or a link below root.
func writeEntry(root *os.Root, header *tar.Header, content io.Reader) error {
	name := filepath.Clean(header.Name)
	if header.Typeflag == tar.TypeDir {
		return root.MkdirAll(name, 0o755)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if header.Typeflag == tar.TypeSymlink {
		return root.Symlink(header.Linkname, name)
	}
	if header.Typeflag != tar.TypeReg {
		return nil
	}
	file, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_EXCL, os.FileMode(header.Mode)&0o755|0o444)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}
