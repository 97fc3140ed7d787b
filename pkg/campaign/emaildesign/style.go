package emaildesign

import (
	"cmp"
	"fmt"
	"strings"
)

// What a design has where it says nothing.
const (
	defaultWidth      = 600
	defaultFontSize   = 16
	defaultBackground = "#f4f4f5"
	defaultSurface    = "#ffffff"
	defaultText       = "#1f2329"
	defaultLink       = "#1677ff"
	defaultLabel      = "#ffffff"
	defaultLine       = "#d9dce1"
	mutedText         = "#6b7280"
	defaultRadius     = 6
)

// fonts are stacks of fonts that systems have: mailboxes load none.
var fonts = map[string]string{
	"sans":  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',sans-serif",
	"serif": "Georgia,'Times New Roman','Songti SC',SimSun,serif",
	"mono":  "'SFMono-Regular',Consolas,Menlo,'Courier New',monospace",
}

// filled is a style with its defaults.
func filled(s Style) Style {
	s.Width = cmp.Or(s.Width, defaultWidth)
	s.FontSize = cmp.Or(s.FontSize, defaultFontSize)
	s.Font = cmp.Or(s.Font, "sans")
	s.Background = colour(s.Background, defaultBackground)
	s.Surface = colour(s.Surface, defaultSurface)
	s.Text = colour(s.Text, defaultText)
	s.Link = colour(s.Link, defaultLink)
	return s
}

// colour is a colour of a design, or another one where it is none.
func colour(text, otherwise string) string {
	if Colour(text) {
		return strings.ToLower(text)
	}
	return otherwise
}

// Paddings of blocks that have none of their own.
var (
	containerPadding = Padding{Top: 16, Bottom: 16}
	blockPadding     = Padding{Top: 10, Right: 24, Bottom: 10, Left: 24}
	noPadding        = Padding{}
)

func paddingOf(b *Block) Padding {
	switch {
	case b.Padding != nil:
		return *b.Padding
	case b.Type == ContainerBlock:
		return containerPadding
	case b.Type == SpacerBlock || b.Type == ColumnsBlock:
		return noPadding
	}
	return blockPadding
}

func (p Padding) css() string {
	return fmt.Sprintf("%dpx %dpx %dpx %dpx", p.Top, p.Right, p.Bottom, p.Left)
}

// rightToLeft are languages that are written from right to left.
var rightToLeft = []string{"ar", "fa", "he", "iw", "ku", "ps", "sd", "ug", "ur", "yi"}

// head is everything before the body: it tells mailboxes that the email knows dark mode, and holds the styles that cannot be inline.
const head = `<!doctype html>
<html lang="%[1]s" dir="%[2]s" xmlns="http://www.w3.org/1999/xhtml"
 xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="%[3]s">
<meta name="supported-color-schemes" content="%[3]s">
<title>`

const styles = `</title>
<!--[if mso]><noscript><xml>
<o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript>` +
	`<style>table{border-collapse:collapse}td,a,p,h1,h2,h3,li{font-family:Arial,sans-serif!important}</style><![endif]-->
<style>
:root{color-scheme:%[1]s;supported-color-schemes:%[1]s}
body{margin:0;padding:0;width:100%%!important;-webkit-text-size-adjust:100%%;-ms-text-size-adjust:100%%}
table,td{mso-table-lspace:0;mso-table-rspace:0}
img{-ms-interpolation-mode:bicubic}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}
@media only screen and (min-width:480px){%[2]s}
@media only screen and (max-width:479px){.h-full{width:100%%!important}.h-full a{display:block!important}}
%[3]s</style>
</head>
`

// dark is the styles of dark mode. They change what has the design's own colours; what an author coloured stays.
const dark = `@media (prefers-color-scheme:dark){.h-bg{background-color:#101114!important}.h-sf{background-color:#1b1d21!important}` +
	`.h-tx,.h-tx p,.h-tx li,.h-tx h1,.h-tx h2,.h-tx h3{color:#e6e8eb!important}.h-mu,.h-mu ` +
	`p{color:#9aa1ab!important}.h-ln{color:#69a7ff!important}}
[data-ogsc] .h-tx,[data-ogsc] .h-tx p{color:#e6e8eb!important}[data-ogsc] .h-ln{color:#69a7ff!important}` +
	`[data-ogsb] .h-bg{background-color:#101114!important}` +
	`[data-ogsb] .h-sf{background-color:#1b1d21!important}
`

// preheaderEnd fills what a mailbox shows beside the subject, so that no text of the body follows the preheader.
var preheaderEnd = strings.Repeat("&#847;&zwnj;&nbsp;&#8199;&shy;", 40)
