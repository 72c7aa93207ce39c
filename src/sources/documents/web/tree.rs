//! The tree that the parser builds: nodes in one list, so that deep nesting needs no special care.
//!
//! `html5ever` has no tree of its own, and the one published with it is declared unsupported; this
//! one only keeps the input of the text.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_document};

/// The number of bytes passed to the parser at a time.
const CHUNK: usize = 4 * 1024;

/// Maximum nesting of elements. Browsers stop at 512; the parser takes quadratic time in it, which
/// is small up to here.
pub(super) const MAX_LEVELS: usize = 1024;

/// The place of a node in the list.
pub(super) type Id = usize;

/// A parsed page.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// It was not parsed to its end, because it is nested too deep.
    pub(super) cut: bool,
}

/// A node and its place.
#[derive(Debug)]
struct Node {
    parent: Option<Id>,
    children: Vec<Id>,
    level: usize,
    data: NodeContent,
}

/// The content of a node.
#[derive(Debug)]
pub(super) enum NodeContent {
    Element(Element),
    Text(StrTendril),
    /// The document itself, comments, and other nodes that a reader does not see.
    Other,
}

#[derive(Debug)]
pub(super) struct Element {
    name: Rc<QualName>,
    attributes: Vec<Attribute>,
}

impl Element {
    /// Returns its name in lower case; empty for what is not HTML (SVG and formulas).
    pub(super) fn name(&self) -> &str {
        if self.name.ns == ns!(html) { &self.name.local } else { "" }
    }

    /// Returns its name, of whatever kind it is.
    pub(super) fn foreign_name(&self) -> &str {
        &self.name.local
    }

    /// Returns an attribute's value.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
    }
}

impl Tree {
    /// Parses a page.
    pub(super) fn parse(text: &str) -> Self {
        let sink = Sink::default();
        sink.add(NodeContent::Other);
        let mut parser = parse_document(sink, ParseOpts::default());
        let mut rest = text;
        let mut cut = false;
        while !rest.is_empty() && !cut {
            let (chunk, after) = rest.split_at(rest.floor_char_boundary(CHUNK.min(rest.len())));
            parser.process(StrTendril::from_slice(chunk));
            cut = parser.tokenizer.sink.sink.deepest.get() > MAX_LEVELS;
            rest = after;
        }
        Self { cut, ..parser.finish() }
    }

    /// The document, the root of all nodes.
    pub(super) const ROOT: Id = 0;

    /// Returns the content of a node.
    pub(super) fn data(&self, id: Id) -> &NodeContent {
        self.nodes.get(id).map_or(&NodeContent::Other, |node| &node.data)
    }

    /// Returns the element that a node is.
    pub(super) fn element(&self, id: Id) -> Option<&Element> {
        match self.data(id) {
            NodeContent::Element(element) => Some(element),
            NodeContent::Text(_) | NodeContent::Other => None,
        }
    }

    /// Returns the nodes inside a node, in order.
    pub(super) fn children(&self, id: Id) -> &[Id] {
        self.nodes.get(id).map_or(&[], |node| &node.children)
    }

    /// Returns the node that a node is in.
    pub(super) fn parent(&self, id: Id) -> Option<Id> {
        self.nodes.get(id)?.parent
    }

    /// Returns a node and everything inside it, in order; skips the content of a node that `enter`
    /// refuses.
    pub(super) fn walk(&self, from: Id, mut enter: impl FnMut(Id) -> bool) {
        let mut waiting = vec![from];
        while let Some(id) = waiting.pop() {
            if enter(id) {
                waiting.extend(self.children(id).iter().rev());
            }
        }
    }

    fn detach(&mut self, id: Id) {
        let parent = self.nodes.get_mut(id).and_then(|node| node.parent.take());
        if let Some(siblings) = parent.and_then(|parent| self.nodes.get_mut(parent)) {
            // Moved nodes are nearly always at the end.
            if let Some(at) = siblings.children.iter().rposition(|child| *child == id) {
                siblings.children.remove(at);
            }
        }
    }

    /// Puts a node before the child at `at` of `parent`; its level as it is now.
    fn insert(&mut self, parent: Id, at: usize, id: Id) -> usize {
        let level = self.nodes.get(parent).map_or(0, |node| node.level + 1);
        if let Some(node) = self.nodes.get_mut(id) {
            (node.parent, node.level) = (Some(parent), level);
        }
        if let Some(node) = self.nodes.get_mut(parent) {
            node.children.insert(at.min(node.children.len()), id);
        }
        level
    }

    /// Adds text to the node at `id`; whether that is text.
    fn extend(&mut self, id: Option<Id>, text: &StrTendril) -> bool {
        match id.and_then(|id| self.nodes.get_mut(id)).map(|node| &mut node.data) {
            Some(NodeContent::Text(own)) => {
                own.push_tendril(text);
                true
            }
            _ => false,
        }
    }
}

/// The sink through which the parser builds the tree.
#[derive(Debug, Default)]
struct Sink {
    tree: RefCell<Tree>,
    deepest: Cell<usize>,
}

/// A node as the parser knows it.
#[derive(Debug, Clone)]
struct Handle {
    id: Id,
    name: Option<Rc<QualName>>,
}

impl Sink {
    fn add(&self, data: NodeContent) -> Handle {
        let nodes = &mut self.tree.borrow_mut().nodes;
        let name = match &data {
            NodeContent::Element(element) => Some(Rc::clone(&element.name)),
            NodeContent::Text(_) | NodeContent::Other => None,
        };
        nodes.push(Node { parent: None, children: Vec::new(), level: 0, data });
        Handle { id: nodes.len() - 1, name }
    }

    fn tree(&self) -> Ref<'_, Tree> {
        self.tree.borrow()
    }

    /// Puts something before the child at `at` of `parent`.
    fn put(&self, parent: Id, at: usize, child: NodeOrText<Handle>) {
        let id = match child {
            NodeOrText::AppendNode(node) => node.id,
            NodeOrText::AppendText(text) => {
                let before = at.checked_sub(1);
                let before = before.and_then(|at| self.tree().children(parent).get(at).copied());
                if self.tree.borrow_mut().extend(before, &text) {
                    return;
                }
                self.add(NodeContent::Text(text)).id
            }
        };
        let level = self.tree.borrow_mut().insert(parent, at, id);
        self.deepest.set(self.deepest.get().max(level));
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: Tree::ROOT, name: None }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        const NONE: ExpandedName<'static> = ExpandedName { ns: &ns!(), local: &local_name!("") };
        target.name.as_ref().map_or(NONE, |name| name.expanded())
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _flags: ElementFlags,
    ) -> Handle {
        self.add(NodeContent::Element(Element { name: Rc::new(name), attributes }))
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.add(NodeContent::Other)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.add(NodeContent::Other)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let end = self.tree().children(parent.id).len();
        self.put(parent.id, end, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.tree().parent(element.id).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// Returns a node outside any tree, because the content of templates is never shown.
    fn get_template_contents(&self, _target: &Handle) -> Handle {
        self.add(NodeContent::Other)
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.id == other.id
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.tree.borrow_mut().detach(node.id);
        }
        let Some(parent) = self.tree().parent(sibling.id) else { return };
        let at = self.tree().children(parent).iter().rposition(|id| *id == sibling.id);
        self.put(parent, at.unwrap_or(usize::MAX), child);
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        let mut tree = self.tree.borrow_mut();
        let node = tree.nodes.get_mut(target.id).map(|node| &mut node.data);
        if let Some(NodeContent::Element(element)) = node {
            for attribute in attributes {
                if !element.attributes.iter().any(|own| own.name == attribute.name) {
                    element.attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.tree.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut tree = self.tree.borrow_mut();
        let children = tree.nodes.get_mut(node.id).map(|node| std::mem::take(&mut node.children));
        for child in children.unwrap_or_default() {
            tree.insert(new_parent.id, usize::MAX, child);
        }
    }
}
