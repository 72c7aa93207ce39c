"""Writes the office files beside it, with nothing but the standard library."""

import zipfile
from pathlib import Path

HERE = Path(__file__).parent
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CORE = (
    XML + '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>%s</dc:title></cp:coreProperties>'
)


def write(name, entries):
    """An archive of these entries; the dates are fixed so that it is the same every time."""
    with zipfile.ZipFile(HERE / name, "w") as archive:
        for path, text in entries:
            info = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))
            packed = zipfile.ZIP_STORED if path == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, text, packed)


def relationships(*related):
    rows = "".join(
        f'<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/>' for id, kind, target in related
    )
    return f'{XML}<Relationships xmlns="{RELS}">{rows}</Relationships>'


def docx():
    def p(*runs, before=""):
        return f"<w:p>{before}{''.join(runs)}</w:p>"

    def r(text):
        return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'

    def row(*cells):
        return "<w:tr>" + "".join(f"<w:tc>{p(r(cell))}</w:tc>" for cell in cells) + "</w:tr>"

    heading = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
    item = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="2000"/></w:tabs></w:pPr>'
    box = (
        "<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>"
        + p(r("Keep the photographs."))
        + "</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        + p(r("Keep the photographs."))
        + "</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    body = [
        p(r("Transit damage"), before=heading),
        p(
            r("Damage in transit is reported within "),
            "<w:del><w:r><w:delText>ten</w:delText></w:r></w:del>",
            "<w:ins>" + r("seven") + "</w:ins>",
            r(" days of delivery"),
            '<w:r><w:footnoteReference w:id="2"/></w:r>',
            r(", with photographs of the parcel &amp; its label."),
        ),
        p(r("Report it online."), before=item),
        p(r("Keep the parcel."), box, before=item),
        p(),
        "<w:tbl>" + row("Product", "Limit") + row("Fjord 3", "7 days") + row("Delta", "14 days") + "</w:tbl>",
        p(r("Contact:"), "<w:r><w:tab/></w:r>", r("claims desk"), "<w:r><w:br/></w:r>", r("Second floor"), before=tabs),
        p('<w:bookmarkStart w:id="0" w:name="exceptions"/>', r("Exceptions"), before=heading),
        p(r("Gift cards are never refunded. 返金できません。")),
    ]
    namespaces = (
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    )
    note = "<w:footnote w:id=\"2\">" + p(r("For Japan: fourteen days.")) + "</w:footnote>"
    line = '<w:footnote w:id="0" w:type="separator">' + p(r("---")) + "</w:footnote>"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    write(
        "transit.docx",
        [
            (
                "[Content_Types].xml",
                f'{XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                '<Default Extension="xml" ContentType="application/xml"/>'
                f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
            ),
            ("_rels/.rels", relationships(("rId1", "officeDocument", "word/document.xml"))),
            ("docProps/core.xml", CORE % "Transit Damage Policy"),
            ("word/document.xml", f"{XML}<w:document {namespaces}><w:body>{''.join(body)}</w:body></w:document>"),
            ("word/footnotes.xml", f"{XML}<w:footnotes {namespaces}>{line}{note}</w:footnotes>"),
        ],
    )


def odt():
    namespaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table", "meta")
    )
    text = (
        '<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted words.</text:p>'
        "</text:deletion></text:changed-region></text:tracked-changes>"
        '<text:h text:outline-level="1">Opening hours</text:h>'
        "<text:p>The workshop is open from nine\n   to five<text:note><text:note-citation>1</text:note-citation>"
        "<text:note-body><text:p>Closed on public holidays.</text:p></text:note-body></text:note>"
        " on<text:s text:c=\"2\"/>weekdays.</text:p>"
        "<text:list><text:list-item><text:p>Repairs by appointment</text:p></text:list-item>"
        "<text:list-item><text:p>Returns at any time</text:p></text:list-item></text:list>"
        '<table:table><table:table-row><table:table-cell><text:p>Saturday</text:p></table:table-cell>'
        "<table:table-cell><text:p>10 to 14</text:p></table:table-cell></table:table-row></table:table>"
        '<text:p><text:bookmark text:name="parking"/>Parking<text:tab/>behind the house</text:p>'
    )
    kind = "application/vnd.oasis.opendocument.text"
    manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    write(
        "hours.odt",
        [
            ("mimetype", kind),
            (
                "META-INF/manifest.xml",
                f'{XML}<manifest:manifest xmlns:manifest="{manifest}"><manifest:file-entry manifest:full-path="/"'
                f' manifest:media-type="{kind}"/></manifest:manifest>',
            ),
            (
                "content.xml",
                f"{XML}<office:document-content {namespaces}><office:body><office:text>{text}"
                "</office:text></office:body></office:document-content>",
            ),
            (
                "meta.xml",
                f'{XML}<office:document-meta {namespaces} xmlns:dc="http://purl.org/dc/elements/1.1/">'
                "<office:meta><dc:title>Workshop Hours</dc:title></office:meta></office:document-meta>",
            ),
        ],
    )


def pptx():
    def slide(*shapes):
        drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
        paragraphs = "".join(
            "<p:sp><p:txBody>" + "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in shape) + "</p:txBody></p:sp>"
            for shape in shapes
        )
        return (
            f'{XML}<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="{drawing}">'
            f"<p:cSld><p:spTree>{paragraphs}</p:spTree></p:cSld></p:sld>"
        )

    show = (
        f'{XML}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="{OFFICE}">'
        '<p:sldIdLst><p:sldId id="256" r:id="rId7"/><p:sldId id="257" r:id="rId3"/></p:sldIdLst></p:presentation>'
    )
    write(
        "briefing.pptx",
        [
            ("_rels/.rels", relationships(("rId1", "officeDocument", "ppt/presentation.xml"))),
            ("docProps/core.xml", CORE % "Claims Briefing"),
            ("ppt/presentation.xml", show),
            (
                "ppt/_rels/presentation.xml.rels",
                relationships(("rId3", "slide", "slides/slide1.xml"), ("rId7", "slide", "slides/slide2.xml")),
            ),
            ("ppt/slides/slide1.xml", slide(["Results"], ["Nine of ten claims are closed in five days.", "The rest take two weeks."])),
            ("ppt/slides/slide2.xml", slide(["Claims in 2025"])),
        ],
    )


def epub():
    def chapter(title, body):
        return (
            f'{XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title></head><body>{body}</body></html>'
        )

    package = (
        f'{XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>'
        "<dc:title>The Carrier&#8217;s Handbook</dc:title></metadata><manifest>"
        '<item id="b" href="text/chapter%202.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="a" href="text/chapter1.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    write(
        "carrier.epub",
        [
            ("mimetype", "application/epub+zip"),
            (
                "META-INF/container.xml",
                f'{XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
                '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            ),
            ("OEBPS/book.opf", package),
            ("OEBPS/text/chapter1.xhtml", chapter("One", "<h1>Parcels</h1><p>A parcel weighs at most <b>31.5&#160;kg</b>.</p>")),
            (
                "OEBPS/text/chapter 2.xhtml",
                chapter("Two", '<h1>Claims</h1><p>Claims go to the depot.</p><h2 id="late">Late parcels</h2><p>After ten days a parcel counts as lost.</p>'),
            ),
        ],
    )


if __name__ == "__main__":
    docx()
    odt()
    pptx()
    epub()
