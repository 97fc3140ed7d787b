package image

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// billOfMaterials lists the Go modules that are linked into the program, and the packages that the console is built from, as CycloneDX.
func billOfMaterials(in Input) ([]byte, error) {
	info, err := buildinfo.ReadFile(in.Program)
	if err != nil {
		return nil, err
	}
	parts := []cyclonedx.Component{component("pkg:golang/stdlib@"+strings.TrimPrefix(info.GoVersion, "go"), "stdlib", info.GoVersion, "")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, component("pkg:golang/"+m.Path+"@"+m.Version, m.Path, m.Version, ""))
	}
	packages, err := consolePackages(in.Lock)
	if err != nil {
		return nil, err
	}
	parts = append(parts, packages...)
	slices.SortFunc(parts, func(a, b cyclonedx.Component) int { return cmp.Compare(a.PackageURL, b.PackageURL) })
	parts = slices.CompactFunc(parts, func(a, b cyclonedx.Component) bool { return a.PackageURL == b.PackageURL })
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication, Name: "herald",
		Version: in.Version}}
	bom.Components = &parts
	var out bytes.Buffer
	if err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func component(url, name, version, license string) cyclonedx.Component {
	c := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: url, Name: name, Version: version, PackageURL: url}
	if license != "" {
		c.Licenses = &cyclonedx.Licenses{{Expression: license}}
	}
	return c
}

// consolePackages are the packages of a package-lock.json that are not for development alone.
func consolePackages(lock string) ([]cyclonedx.Component, error) {
	raw, err := os.ReadFile(lock)
	if err != nil {
		return nil, err
	}
	var of struct {
		Packages map[string]struct {
			Version, License string
			Dev, Link        bool
		}
	}
	if err := json.Unmarshal(raw, &of); err != nil {
		return nil, err
	}
	var out []cyclonedx.Component
	for place, p := range of.Packages {
		_, name, ok := strings.Cut(place, "node_modules/")
		if !ok || p.Dev || p.Link {
			continue
		}
		if i := strings.LastIndex(name, "node_modules/"); i >= 0 {
			name = name[i+len("node_modules/"):]
		}
		out = append(out, component("pkg:npm/"+strings.Replace(name, "@", "%40", 1)+"@"+p.Version, name, p.Version, p.License))
	}
	return out, nil
}
