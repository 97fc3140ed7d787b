package sim

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Picture is the default picture of a user: a few colours.
func Picture() []byte {
	img := image.NewRGBA(image.Rect(0, 0, 320, 200))
	for x := range 320 {
		for y := range 200 {
			img.Set(x, y, color.RGBA{uint8(40 + x/2), uint8(90 + y/2), 180, 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // into memory
	}
	return b.Bytes()
}
